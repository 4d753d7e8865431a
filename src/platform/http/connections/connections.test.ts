import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { eventually } from '../../../../tests/harness.ts'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { exchange, startHttp } from '../../../../tests/make/http-server.ts'
import { anyone } from '../endpoint/admit.ts'
import { endpoint } from '../endpoint/endpoint.ts'
import { streamed, success } from '../envelope.ts'
import { httpLimits } from '../http-limits.ts'
import type { HttpBounds } from '../server/server.ts'

const about = { method: 'GET', tag: 'test', summary: 'A test.', access: anyone } as const

/** More than both kernels' buffers take from a server whose client reads nothing. */
const bulkBytes = 24 * 1024 * 1024

const bulk = endpoint({
  ...about,
  path: '/api/bulk',
  run: () => 'x'.repeat(bulkBytes),
  reply: success('api.bulk', z.string()),
})

const slowMs = 600

const slow = endpoint({
  ...about,
  path: '/api/slow',
  run: async () => void (await sleep(slowMs)),
  reply: success('api.slow'),
})

/** A stream with a long pause, as while a report reads its rows. */
const halting = endpoint({
  ...about,
  path: '/api/halting',
  run: () => ({
    mediaType: 'text/plain',
    fileName: 'halting.json',
    stream: Readable.from(haltingPieces()),
  }),
  reply: streamed('api.halting', z.string(), []),
})

async function* haltingPieces() {
  yield 'first '
  await sleep(slowMs)
  yield 'last'
}

async function start(t: TestContext, given: Partial<HttpBounds>) {
  const bounds = { ...httpLimits, ...given }
  const http = await startHttp(t, httpContext(t), [bulk, slow, halting], { bounds })
  const connections = () =>
    new Promise<number>((resolve) =>
      http.app.server.getConnections((_error, count) => resolve(count)),
    )
  const open = () => {
    const socket = connect(http.port, '127.0.0.1').on('error', () => undefined)
    t.after(() => socket.destroy())
    return socket
  }
  return { http, open, connections }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

describe('a connection', () => {
  test('with an unread response is cut', async (t) => {
    const { open, connections } = await start(t, { unreadMs: 200 })
    open().pause().write(get('/api/bulk'))
    await eventually('it to be there', async () => (await connections()) === 1)
    await eventually('it to be cut', async () => (await connections()) === 0)
  })

  test('with a slowly read response is left alone', async (t) => {
    const { open } = await start(t, { unreadMs: 1_500 })
    const socket = open()
    socket.write(get('/api/bulk'))
    let received = 0
    for await (const piece of socket) {
      received += piece.length
      if (received > bulkBytes) break
      await sleep(10)
    }
    assert.ok(received > bulkBytes)
  })

  test('with a slowly made response is left alone, also within the response', async (t) => {
    const { http } = await start(t, { unreadMs: 150 })
    const [slow, halting] = await Promise.all([http.call('/api/slow'), http.call('/api/halting')])
    assert.equal(slow.message, 'api.slow')
    assert.equal(halting.text, 'first last')
  })

  test('without a request is kept for its keep-alive time, and no longer', async (t) => {
    const { open, connections } = await start(t, { unreadMs: 150, keepAliveTimeoutMs: 400 })
    const socket = open()
    for (let round = 0; round < 2; round += 1) {
      socket.write(get('/api/nothing'))
      const [answer] = await once(socket, 'data')
      assert.match(String(answer), /^HTTP\/1\.1 404 /)
      await sleep(300)
    }
    assert.equal(await connections(), 1)
    await once(socket, 'close')
  })

  test('that requests too much at once gets up to its limit, then 503 and its end', async (t) => {
    const { http } = await start(t, { pipelinedRequests: 5 })
    const answer = await exchange(http.port, get('/api/slow').repeat(50))
    const statuses = [...answer.matchAll(/HTTP\/1\.1 ([0-9]+) /g)].map(([, status]) => status)
    assert.deepEqual(statuses, ['200', '200', '200', '200', '200', '503'])
    assert.match(answer, /connection: close.*api\.service_unavailable/is)
  })

  test('may send requests without end if it stays within the limit', async (t) => {
    const { open } = await start(t, { pipelinedRequests: 5 })
    const socket = open()
    let answered = 0
    let rest = ''
    socket.write(get('/health/live').repeat(5))
    for await (const piece of socket) {
      rest += String(piece)
      const heads = rest.split('HTTP/1.1 200 ').length - 1
      assert.ok(!rest.includes('HTTP/1.1 503'), rest)
      for (; answered < heads; answered += 1) if (answered < 95) socket.write(get('/health/live'))
      if (answered === 100) break
    }
  })
})
