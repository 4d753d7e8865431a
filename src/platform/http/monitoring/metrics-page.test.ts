import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, type TestContext, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { startHttp } from '../../../../tests/make/http-server.ts'
import { type Clock, systemClock } from '../../../base/clock.ts'
import { pageLimits } from '../http-limits.ts'
import { createMetrics } from './metrics.ts'

const token = 'm-5f0c9e13a7d2486b90e1cd'

type MetricsResponse = Readonly<{
  status: number
  encoding: string | undefined
  body: Buffer
  wait: string
}>

/** Uses Node's own client, which does not decode bodies. */
const get = (port: number, path: string, headers: Record<string, string> = {}) =>
  new Promise<MetricsResponse>((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, headers, agent: false })
    sent.once('error', reject)
    sent.once('response', (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          encoding: answer.headers['content-encoding'],
          body: Buffer.concat(pieces),
          wait: answer.headers['retry-after'] ?? '',
        }),
      )
    })
    sent.end()
  })

async function start(t: TestContext, trustProxy: readonly string[] = []) {
  let nowMs = 1_000_000
  const clock: Clock = { ...systemClock, monotonicMs: () => nowMs }
  const metrics = createMetrics()
  let gathered = 0
  const { registry } = metrics
  const gather = registry.metrics.bind(registry)
  registry.metrics = () => {
    gathered += 1
    return gather()
  }
  const ctx = httpContext(t, { clock, config: { metricsToken: token, trustProxy } })
  const { port } = await startHttp(t, ctx, [], { metrics })
  return {
    port,
    gathered: () => gathered,
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

describe('metrics', () => {
  test('are gathered once a second, for any number of requests', async (t) => {
    const { port, gathered, pass } = await start(t)
    const answers = await Promise.all(Array.from({ length: 30 }, () => get(port, '/metrics')))
    assert.ok(answers.every(({ status }) => status === 200))
    assert.equal(gathered(), 1)
    pass(pageLimits.metricsMs + 1)
    await get(port, '/metrics')
    assert.equal(gathered(), 2)
  })

  test('are compressed if the caller accepts that', async (t) => {
    const { port } = await start(t)
    const plain = await get(port, '/metrics')
    const packed = await get(port, '/metrics', { 'accept-encoding': 'br, gzip' })
    assert.deepEqual([plain.encoding, packed.encoding], [undefined, 'gzip'])
    assert.deepEqual(gunzipSync(packed.body), plain.body)
    assert.ok(packed.body.length * 3 < plain.body.length)
    const refused = await get(port, '/metrics', { 'accept-encoding': 'gzip;q=0' })
    assert.equal(refused.encoding, undefined)
  })

  test('open to programs of this machine, and to others with the token alone', async (t) => {
    const { port } = await start(t, ['127.0.0.1'])
    const outside = { 'x-forwarded-for': '203.0.113.9' }
    assert.equal((await get(port, '/metrics')).status, 200)
    for (const authorization of ['', 'Bearer x', `Bearer ${token}x`, `Basic ${token}`]) {
      const { status } = await get(port, '/metrics', { ...outside, authorization })
      assert.equal(status, 401, authorization)
    }
    const known = { ...outside, authorization: `Bearer ${token}` }
    assert.equal((await get(port, '/metrics', known)).status, 200)
  })

  test('stay closed to a proxy of this machine that is not trusted', async (t) => {
    const { port } = await start(t)
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
      assert.equal((await get(port, '/metrics', { [name]: '127.0.0.1' })).status, 401, name)
    }
  })

  test('are refused to a network with too many requests, until its minute ends', async (t) => {
    const { port, pass } = await start(t)
    const pending = Array.from({ length: pageLimits.asked }, () => get(port, '/metrics'))
    await Promise.all(pending)
    pass(10_000)
    const late = await get(port, '/metrics')
    assert.deepEqual([late.status, late.wait], [429, '50'])
    pass(50_000)
    assert.equal((await get(port, '/metrics')).status, 200)
  })
})

test('OpenAPI documents are compressed, and limited per network', async (t) => {
  const { port } = await start(t)
  for (const path of ['/openapi.json', '/operator/openapi.json']) {
    const plain = await get(port, path)
    const packed = await get(port, path, { 'accept-encoding': 'gzip' })
    const smallest = await get(port, path, { 'accept-encoding': 'gzip, deflate, br' })
    assert.deepEqual([packed.encoding, smallest.encoding], ['gzip', 'br'])
    assert.deepEqual(gunzipSync(packed.body), plain.body)
    const pending = Array.from({ length: pageLimits.asked }, () => get(port, path))
    const statuses = (await Promise.all(pending)).map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 429).length, 3)
  }
})
