import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { describe, type TestContext, test } from 'node:test'
import { eventually } from '../../../../tests/harness.ts'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { startHttp } from '../../../../tests/make/http-server.ts'
import { anyone } from '../endpoint/admit.ts'
import { endpoint } from '../endpoint/endpoint.ts'
import { eventStream, success } from '../envelope.ts'
import { httpLimits } from '../http-limits.ts'
import { createMetrics } from '../monitoring/metrics.ts'

/** An endpoint whose requests stay under way until the test releases them. */
function makeHanging() {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  const row = endpoint({
    method: 'GET',
    path: '/api/hanging',
    tag: 'test',
    summary: 'A test.',
    access: anyone,
    run: () => {
      arrived += 1
      return promise
    },
    reply: success('api.hung'),
  })
  return { row, release: resolve, arrived: () => arrived }
}

async function start(t: TestContext, trustProxy: readonly string[] = []) {
  const bounds = { ...httpLimits, connections: 20, connectionsEach: 8, roomyConnections: 18 }
  const hanging = makeHanging()
  const metrics = createMetrics()
  const ctx = httpContext(t, { config: { trustProxy } })
  const { port, app } = await startHttp(t, ctx, [hanging.row], { bounds, metrics })
  const openOne = async (localAddress: string): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    t.after(() => socket.destroy())
    // Closed connections are also reset.
    socket.on('error', () => undefined)
    await Promise.race([once(socket, 'connect'), once(socket, 'close')])
    return socket
  }
  const open = async (from: string, count: number) => {
    const sockets: Socket[] = []
    for (let index = 0; index < count; index += 1) sockets.push(await openOne(from))
    return sockets
  }
  const connections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
  const statusOf = (localAddress: string, path = '/health/live') =>
    new Promise<number | null>((resolve) => {
      const sent = request({ port, host: '127.0.0.1', localAddress, path, agent: false })
      sent.once('response', (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? null)
      })
      sent.once('error', () => resolve(null))
      sent.end()
    })
  const cuts = async () => (await metrics.registry.getSingleMetricAsString(counter)).split('\n')
  return { open, statusOf, connections, hanging, cuts }
}

const counter = 'tukar_http_connections_cut_total'
const alive = (sockets: readonly Socket[]) => sockets.filter((one) => !one.closed).length

describe('idle connections of one network', () => {
  test('take no more than their share, and block neither others nor their own', async (t) => {
    const { open, statusOf, connections, cuts } = await start(t)
    const idle = await open('127.0.66.1', 40)
    await eventually('all but its share to be closed', async () => alive(idle) === 8)
    assert.equal(await connections(), 8)
    assert.equal(await statusOf('127.0.0.1'), 200)
    assert.equal(await statusOf('127.0.66.2'), 200, 'of the same /24')
    assert.ok((await cuts()).some((line) => /reason="network"\} \d\d$/.test(line)))
  })

  test('are closed first under pressure, beginning with the largest network', async (t) => {
    const { open, statusOf, connections } = await start(t)
    const small = await open('127.0.1.1', 3)
    const large = await open('127.0.2.1', 8)
    const others = await open('127.0.3.1', 7)
    assert.equal(await connections(), 18)
    await open('127.0.4.1', 4)
    await eventually('four to be closed', async () => alive(large) + alive(others) === 11)
    assert.equal(alive(small), 3)
    assert.equal(alive(large), 5, 'the largest first, then by turns')
    assert.equal(await connections(), 18)
    assert.equal(await statusOf('127.0.5.1'), 200)
  })

  test('are closed the one that was idle for longest first', async (t) => {
    const { open } = await start(t)
    const [first, second, ...rest] = await open('127.0.66.1', 8)
    assert.ok(first && second)
    first.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(first, 'data')
    const [third] = await open('127.0.66.1', 1)
    await eventually('one to be closed', async () => second.closed)
    assert.deepEqual([first.closed, third?.closed, alive(rest)], [false, false, 6])
  })
})

test('connections with a request under way are never closed in favour of others', async (t) => {
  const { open, statusOf, hanging } = await start(t)
  const busy = Array.from({ length: 8 }, () => statusOf('127.0.66.1', '/api/hanging'))
  await eventually('all of them', async () => hanging.arrived() === 8)
  assert.equal(await statusOf('127.0.66.1'), null, 'nothing of its network is idle')
  await open('127.0.67.1', 8)
  await open('127.0.68.1', 8)
  hanging.release()
  assert.deepEqual(new Set(await Promise.all(busy)), new Set([200]))
})

test('trusted proxies may open more connections than one network', async (t) => {
  const { open, connections } = await start(t, ['127.0.66.0/24'])
  const proxied = await open('127.0.66.1', 16)
  const clients = await open('127.0.1.1', 8)
  await eventually('a free slot', async () => (await connections()) <= 18)
  assert.equal(alive(proxied), 16)
  assert.ok(alive(clients) < 8)
})

test('connections with open responses leave capacity for all others', async (t) => {
  const bounds = { ...httpLimits, connections: 4, roomyConnections: 4 }
  const { row, open, opened } = makeOpenEnded()
  const { port } = await startHttp(t, httpContext(t), [row], { bounds })
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
  const statuses = await Promise.all(Array.from({ length: 3 }, () => statusOf('/api/open')))
  statuses.push(...(await Promise.all(Array.from({ length: 3 }, () => statusOf('/api/open')))))
  assert.deepEqual(new Set(statuses), new Set([200]))
  assert.equal(opened(), 6)
  assert.equal(await statusOf('/health/live'), 200)
  for (const stream of open) stream.push(null)
  await eventually('the end of all', async () => [...open].every(({ closed }) => closed))
  const idle = Array.from({ length: 5 }, () => connect(port, '127.0.0.1').on('error', () => null))
  t.after(() => idle.map((socket) => socket.destroy()))
  await eventually('the bound', async () => alive(idle) <= 4)
})

/** An endpoint whose responses stay open until the test ends them. */
function makeOpenEnded() {
  const open = new Set<Readable>()
  const row = endpoint({
    method: 'GET',
    path: '/api/open',
    tag: 'test',
    summary: 'A test.',
    access: anyone,
    run: () => {
      const stream = new Readable({ read: () => undefined })
      stream.push('data')
      open.add(stream)
      return { stream, end: () => stream.push(null) }
    },
    reply: eventStream('A test.', {}),
  })
  return { row, open, opened: () => open.size }
}
