import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTukar, memoryStore } from '../src/client.ts'
import { ok, refused, responder, tokens, url } from './responder.ts'

const encoder = new TextEncoder()
const streamTimes = { retryMs: 1, mostMs: 5, silenceMs: 30_000 }

/** A connection that sends these texts, and then stays open if `open` is true. */
const sending = (texts: readonly string[], open = false): Response =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        for (const text of texts) controller.enqueue(encoder.encode(text))
        if (!open) controller.close()
      },
    }),
  )

const start = (resumed: boolean) => `event: start\ndata: {"resumed":${resumed}}\n\n`
const message = (id: number, position = '') =>
  `event: message\ndata: {"id":${id}}\n${position === '' ? '' : `id: ${position}\n`}\n`

type Connections = readonly (() => Response | Error)[]

/** Follows a stream over these connections; the last one stays open until all were read. */
async function followed(connections: Connections, until: number, times = streamTimes) {
  const { fetch, sent } = responder(
    (_sent, count) => connections[count - 1]?.() ?? sending([], true),
  )
  const ids: number[] = []
  const seen: string[] = []
  const done = Promise.withResolvers<void>()
  const stream = createTukar({ url, fetch, streamTimes: times }).stream(
    '/api/stream',
    {
      message: ({ id }) => {
        ids.push(id)
        if (ids.length === until) done.resolve()
      },
    },
    {
      readAgain: () => seen.push('read again'),
      onConnected: (connected) => seen.push(connected ? 'connected' : 'lost'),
    },
  )
  await Promise.race([done.promise, stream.ended])
  stream.close()
  await stream.ended
  return { ids, seen, resumes: sent.map(({ headers }) => headers.get('last-event-id')) }
}

describe('a stream', () => {
  test('resumes after the last received event, over any number of connections', async () => {
    const { ids, seen, resumes } = await followed(
      [
        () => sending([start(false), message(1), message(2, '10-1')]),
        () => new TypeError('no network'),
        () => refused(503, 'api.service_unavailable', { 'retry-after': '0' }),
        () => sending([start(true) + message(3, '20-1').slice(0, 9), message(3, '20-1').slice(9)]),
        () => sending([message(4)], true),
      ],
      4,
    )
    assert.deepEqual(ids, [1, 2, 3, 4])
    assert.deepEqual(resumes, [null, '10-1', '10-1', '10-1', '20-1'])
    assert.equal(seen.filter((what) => what === 'read again').length, 1)
    assert.deepEqual(seen.slice(0, 3), ['connected', 'read again', 'lost'])
  })

  test('asks the app to read its lists again whenever it starts afresh', async () => {
    const { seen } = await followed(
      [
        () => sending([start(false), message(1, '10-1')]),
        () => sending([start(false), message(2)]),
      ],
      2,
    )
    assert.equal(seen.filter((what) => what === 'read again').length, 2)
  })

  test('remembers the position that a quiet stream sends', async () => {
    const { resumes } = await followed(
      [() => sending([message(1, '10-1'), 'id: 30-1\n\n']), () => sending([message(2)])],
      2,
    )
    assert.equal(resumes[1], '30-1')
  })

  test('an event cut off by the end of its connection is not delivered', async () => {
    const { ids, resumes } = await followed(
      [
        () => sending([message(1, '10-1'), 'event: message\ndata: {"id":9}\n']),
        () => sending([message(2)]),
      ],
      2,
    )
    assert.deepEqual([ids, resumes[1]], [[1, 2], '10-1'])
  })

  test('delivers nothing after the app closed it, even if it came at the same moment', async () => {
    const { fetch } = responder(() => sending([start(false) + message(1) + message(2)], true))
    const ids: number[] = []
    const stream = createTukar({ url, fetch, streamTimes }).stream('/api/stream', {
      message: ({ id }) => {
        ids.push(id)
        stream.close()
      },
    })
    await stream.ended
    assert.deepEqual(ids, [1])
  })

  test('goes on after functions of the app that throw, and reports what they threw', async (t) => {
    const reported: string[] = []
    process.setUncaughtExceptionCaptureCallback((error) => {
      reported.push(error instanceof Error ? error.message : '')
    })
    t.after(() => process.setUncaughtExceptionCaptureCallback(null))
    const fails = (what: string) => () => {
      throw new Error(what)
    }
    const { fetch, sent } = responder((_sent, count) =>
      count === 1
        ? sending([start(false) + message(1, '10-1'), 'data: no JSON\nid: 20-1\n\n', message(2)])
        : sending([start(true), message(3)], true),
    )
    const ids: number[] = []
    const handlers = {
      start: fails('start'),
      message: ({ id }: { id: number }) => {
        ids.push(id)
        if (id === 1) throw new Error('message')
        if (id === 3) stream.close()
      },
    }
    const stream = createTukar({ url, fetch, streamTimes }).stream('/api/stream', handlers, {
      readAgain: fails('read again'),
      onConnected: fails('connected'),
    })
    await stream.ended
    await new Promise((resolve) => setTimeout(resolve))
    assert.deepEqual(ids, [1, 2, 3])
    assert.deepEqual(
      sent.map(({ headers }) => headers.get('last-event-id')),
      [null, '20-1'],
    )
    const [json] = reported.splice(4, 1)
    assert.match(json ?? '', /not valid JSON/)
    assert.deepEqual(reported, [
      ...['connected', 'read again', 'start', 'message', 'connected', 'connected', 'start'],
      'connected',
    ])
  })

  test('that falls silent is opened again', async () => {
    const quick = { ...streamTimes, silenceMs: 50 }
    const connections = [() => sending([message(1)], true), () => sending([message(2)])]
    const { ids } = await followed(connections, 2, quick)
    assert.deepEqual(ids, [1, 2])
  })

  test('connects again on demand, resumed and with the query of then', async () => {
    const { fetch, sent } = responder((_sent, count) =>
      count === 1
        ? sending([start(false), message(1, '10-1')], true)
        : sending([start(true), message(2, '20-1')], true),
    )
    const seen: string[] = []
    const done = Promise.withResolvers<void>()
    let symbols = 'BTC_IDR'
    const handlers = {
      message: ({ id }: { id: number }) => {
        seen.push(`${id}`)
        if (id === 2) return done.resolve()
        symbols = 'BTC_IDR,ETH_IDR'
        setTimeout(() => stream.reconnect())
      },
    }
    const stream = createTukar({ url, fetch, streamTimes }).stream('/api/stream', handlers, {
      query: () => ({ symbols }),
      onConnected: (connected) => seen.push(connected ? 'connected' : 'lost'),
    })
    await done.promise
    assert.deepEqual(seen, ['connected', '1', 'connected', '2'])
    stream.close()
    await stream.ended
    assert.deepEqual(
      sent.map(({ operation, headers }) => [operation, headers.get('last-event-id')]),
      [
        ['GET /api/stream?symbols=BTC_IDR', null],
        ['GET /api/stream?symbols=BTC_IDR%2CETH_IDR', '10-1'],
      ],
    )
  })

  test('refreshes the session if its token has expired', async () => {
    const store = memoryStore()
    await store.save({ tokens: tokens(1), deviceKeys: {} })
    const { fetch } = responder(({ operation, headers }) => {
      if (operation.startsWith('POST')) return ok(tokens(2))
      const isRight = headers.get('authorization') === 'Bearer xat_2'
      return isRight ? sending([message(1)], true) : refused(401, 'auth.unauthenticated')
    })
    const received = Promise.withResolvers<number>()
    const handlers = { message: ({ id }: { id: number }) => received.resolve(id) }
    const stream = createTukar({ url, fetch, store, streamTimes }).stream('/api/stream', handlers)
    assert.equal(await received.promise, 1)
    stream.close()
    await stream.ended
  })

  test('ends with the refusal that no reconnection would change', async () => {
    const { fetch, sent } = responder(() => refused(403, 'auth.account_suspended'))
    const stream = createTukar({ url, fetch, streamTimes }).stream('/api/stream', {})
    await assert.rejects(stream.ended, { key: 'auth.account_suspended' })
    assert.equal(sent.length, 1)
  })
})
