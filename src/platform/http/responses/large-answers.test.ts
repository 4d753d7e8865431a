import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { z } from 'zod'
import { eventually } from '../../../../tests/harness.ts'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { startHttp } from '../../../../tests/make/http-server.ts'
import { integer } from '../contracts/contracts.ts'
import { anyone } from '../endpoint/admit.ts'
import { endpoint } from '../endpoint/endpoint.ts'
import type { LargeAnswerBounds } from './large-answers.ts'
import { largeAnswerLimits } from './large-answers.ts'

const megabyte = 1024 * 1024
/** More than both kernels' buffers take from a server whose client reads nothing. */
const large = 16 * megabyte

type Wanted = Partial<LargeAnswerBounds> & Readonly<{ gate?: Promise<void> }>

/** Starts a server that returns the requested number of bytes, and counts its requests. */
async function start(t: TestContext, { gate, ...bounds }: Wanted = {}) {
  const made: number[] = []
  const count = { asked: 0, refused: 0 }
  const bulk = endpoint({
    method: 'GET',
    path: '/api/bulk',
    tag: 'test',
    summary: 'A test.',
    access: anyone,
    query: z.object({ bytes: integer({ min: 1, max: large }) }),
    run: async (_ctx, { bytes }, _caller, { hold }) => {
      count.asked += 1
      await hold?.(bytes).catch((error: unknown) => {
        count.refused += 1
        throw error
      })
      made.push(bytes)
      await gate
      return Buffer.alloc(bytes, 0x61)
    },
    reply: {
      status: 200,
      mediaType: 'image/png',
      schema: () => z.string(),
      answer: (body: Buffer) => ({ status: 200, mediaType: 'image/png', body, headers: {} }),
    },
    largeAnswers: true,
  })
  const ctx = httpContext(t, { config: { trustProxy: ['127.0.0.1/32'] } })
  const largeAnswers = { ...largeAnswerLimits, ...bounds }
  const http = await startHttp(t, ctx, [bulk], { largeAnswers })
  const sendRequest = (from: string, bytes = large) =>
    http.call(`/api/bulk?bytes=${bytes}`, {
      headers: { 'x-forwarded-for': from },
      signal: AbortSignal.timeout(15_000),
    })
  /** Sends a number of requests over one connection, and reads none of the responses. */
  const askUnread = (from: string, times: number, bytes = large) => {
    const socket = connect(http.port, '127.0.0.1').on('error', () => undefined)
    t.after(() => socket.destroy())
    const head = `GET /api/bulk?bytes=${bytes} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}`
    socket.pause().write(`${head}\r\n\r\n`.repeat(times))
    return socket
  }
  const connections = () =>
    new Promise<number>((resolve) =>
      http.app.server.getConnections((_error, count) => resolve(count)),
    )
  return { http, made, count, sendRequest, askUnread, connections }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('large responses', () => {
  test('that go unread are made for one network up to its bound, not beyond', async (t) => {
    const { made, sendRequest, askUnread } = await start(t, { bytesEach: 2 * large, waitMs: 200 })
    askUnread('203.0.113.1', 50)
    askUnread('203.0.113.1', 50)
    await eventually('the first to be made', async () => made.length > 0)
    const beyond = await sendRequest('203.0.113.1')
    assert.deepEqual([beyond.status, beyond.message], [503, 'api.service_unavailable'])
    assert.equal(beyond.headers.get('retry-after'), '2')
    assert.equal(made.length, 2)
    assert.equal((await sendRequest('203.0.113.2')).status, 200)
  })

  test('of all networks together have a bound, however many networks there are', async (t) => {
    const bounds = { bytes: 3 * large, bytesEach: large, waitMs: 200 }
    const { made, sendRequest, askUnread } = await start(t, bounds)
    for (const from of [1, 2, 3, 4, 5, 6]) askUnread(`203.0.113.${from}`, 3)
    await eventually('as many as are allowed', async () => made.length === 3)
    assert.equal((await sendRequest('203.0.113.9')).status, 503)
    assert.equal(made.length, 3)
  })

  test('count a minimum size each, which bounds small ones too', async (t) => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const bounds = { bytesEach: 8 * megabyte, leastBytes: 2 * megabyte, gate }
    const { made, askUnread } = await start(t, bounds)
    askUnread('203.0.113.1', 20, 1)
    await eventually('as many as are allowed', async () => made.length >= 4)
    await pause(50)
    assert.equal(made.length, 4)
    open()
    await eventually('all of them', async () => made.length === 20)
  })

  test('that are read free memory for waiting requests', async (t) => {
    const { made, sendRequest } = await start(t, { bytesEach: megabyte })
    const pending = Array.from({ length: 20 }, () => sendRequest('203.0.113.1', megabyte))
    for (const { status, text } of await Promise.all(pending)) {
      assert.deepEqual([status, text.length], [200, megabyte])
    }
    assert.equal(made.length, 20)
  })

  test('are waited for by a bounded number, of one network and of all', async (t) => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const bounds = { bytes: large, bytesEach: large, waiting: 3, waitingEach: 2, gate }
    const { made, sendRequest } = await start(t, bounds)
    const first = sendRequest('203.0.113.1')
    await eventually('it to be made', async () => made.length === 1)
    const pending = [1, 1, 1, 2, 2].map((from) => sendRequest(`203.0.113.${from}`, 1))
    const statuses: number[] = []
    for (const answer of pending) void answer.then(({ status }) => statuses.push(status))
    await eventually('two to be refused', async () => statuses.length === 2)
    assert.deepEqual(statuses, [503, 503])
    open()
    const answers = await Promise.all([first, ...pending])
    assert.equal(answers.filter(({ status }) => status === 200).length, 4)
  })

  test('free their memory if their client leaves, also while it waits', async (t) => {
    const { made, count, sendRequest, askUnread } = await start(t, {
      bytesEach: large,
      waitingEach: 1,
    })
    const unread = askUnread('203.0.113.1', 1)
    await eventually('it to be made', async () => made.length === 1)
    const waits = askUnread('203.0.113.1', 1)
    await eventually('another to wait', async () => count.asked === 2)
    assert.equal((await sendRequest('203.0.113.1')).status, 503)
    waits.resetAndDestroy()
    await eventually('it to be gone', async () => count.refused === 2)
    const next = sendRequest('203.0.113.1')
    await eventually('the next to wait', async () => count.asked === 4)
    unread.resetAndDestroy()
    assert.equal((await next).status, 200)
    assert.equal(made.length, 2)
  })

  test('hold their memory while they are made, even when their client left', async (t) => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const { made, sendRequest, askUnread } = await start(t, { bytesEach: large, waitMs: 100, gate })
    const leaves = askUnread('203.0.113.1', 1)
    await eventually('it to be made', async () => made.length === 1)
    leaves.resetAndDestroy()
    assert.equal((await sendRequest('203.0.113.1')).status, 503)
    assert.equal(made.length, 1)
    open()
    assert.equal((await sendRequest('203.0.113.1')).status, 200)
  })

  test('that are read too slowly are cut', async (t) => {
    const { made, sendRequest, askUnread, connections } = await start(t, {
      bytesEach: large,
      sendMs: 300,
      waitMs: 5_000,
    })
    const socket = askUnread('203.0.113.1', 1)
    // Reads a little now and then, so that the connection is never idle for long.
    const sips = setInterval(() => socket.read(), 20)
    t.after(() => clearInterval(sips))
    await eventually('it to be made', async () => made.length === 1)
    assert.equal((await sendRequest('203.0.113.1', 1)).status, 200)
    socket.destroy()
    await eventually('it to be gone', async () => (await connections()) <= 1)
  })

  test('that are read in time leave their connection to the next request', async (t) => {
    const { http } = await start(t, { sendMs: 200 })
    const socket = connect(http.port, '127.0.0.1')
    t.after(() => socket.destroy())
    const request = 'GET /api/bulk?bytes=1 HTTP/1.1\r\nHost: x\r\n\r\n'
    for (const waitMs of [0, 400]) {
      await pause(waitMs)
      socket.write(request)
      const [answer] = await once(socket, 'data')
      assert.match(String(answer), /^HTTP\/1\.1 200 /)
    }
  })
})
