import assert from 'node:assert/strict'
import type { UnderlyingSource } from 'node:stream/web'
import { after, before, describe, mock, test } from 'node:test'
import { ConnectionError, createTukar, newIdempotencyKey, Refusal } from '../src/client.ts'
import { holdTimers } from './hold-timers.ts'
import { lost, ok, refused, responder, url } from './responder.ts'

const order = { side: 'BUY', type: 'LIMIT', txPair: 'BTC_IDR', volume: '0.1', price: '1' } as const
const placed = () => ok('{"order_no":"1","status":"CREATE"}')
const keysOf = (sent: readonly Readonly<{ headers: Headers }>[]) =>
  sent.map(({ headers }) => headers.get('idempotency-key'))

/** How much shorter the pauses of these tests are. */
const shortened = 20
const { setTimeout: inTime } = globalThis

before(() => {
  // Others in this process set timers as well, with values.
  const sooner = (run: (...given: unknown[]) => void, ms: number, ...given: unknown[]) =>
    inTime(run, ms / shortened, ...given)
  mock.method(globalThis, 'setTimeout', sooner)
})
after(() => mock.restoreAll())

describe('a request that only reads', () => {
  test('is repeated after a lost connection, a failure and a broken body', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(lost()) })
    const responses = [lost(), refused(502, 'a proxy'), new Response(broken), ok([])]
    const { fetch, sent } = responder((_sent, count) => responses[count - 1] ?? lost())
    const tukar = createTukar({ url, fetch })
    assert.deepEqual(await tukar.get('/api/banks'), [])
    assert.equal(sent.length, 4)
  })

  test('waits as long as the service asks, and leaves longer waits to the app', async () => {
    const limited = (seconds: string) =>
      refused(429, 'api.too_many_requests', { 'retry-after': seconds })
    const { fetch, sent } = responder((_sent, count) => limited(count === 1 ? '1' : '60'))
    const startedMs = performance.now()
    const error = await createTukar({ url, fetch })
      .get('/api/banks')
      .catch((one: unknown) => one)
    assert.ok(error instanceof Refusal)
    assert.equal(error.retryAfterMs, 60_000)
    assert.equal(sent.length, 2)
    assert.ok(performance.now() - startedMs >= 995 / shortened)
  })

  test('gives up after its tries, with what went wrong', async () => {
    const { fetch, sent } = responder(lost)
    const error = await createTukar({ url, fetch, tries: 2 })
      .get('/api/banks')
      .catch((one: unknown) => one)
    assert.ok(error instanceof ConnectionError)
    assert.equal(error.idempotencyKey, null)
    assert.equal(sent.length, 2)
  })

  test('that takes too long is given up, and tried again', async () => {
    const never = Promise.withResolvers<Response>()
    const { fetch, sent } = responder((_sent, count) => (count === 1 ? never.promise : ok([])))
    const impatient: typeof fetch = (input, init) => {
      const { signal } = new Request(input, init)
      const late = new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
      return Promise.race([fetch(input, init), late])
    }
    assert.deepEqual(
      await createTukar({ url, fetch: impatient, timeoutMs: 50 }).get('/api/banks'),
      [],
    )
    assert.equal(sent.length, 2)
  })

  test('may take longer than a try if parts of its response keep arriving', async (t) => {
    const pass = holdTimers(t, 51)
    let left = 3
    const fetch = async (input: string | URL | Request) => {
      const { signal } = new Request(input)
      const source: UnderlyingSource<Uint8Array> = {
        start: (body) => signal.addEventListener('abort', () => body.error(signal.reason)),
        pull: (body) => {
          pass(40)
          if (left > 0) body.enqueue(new TextEncoder().encode(`part ${left} `))
          else body.close()
          left -= 1
        },
      }
      return new Response(new ReadableStream(source, { highWaterMark: 0 }))
    }
    const tukar = createTukar({ url, fetch, timeoutMs: 51, tries: 1 })
    const { data } = await tukar.raw.GET('/api/banks', { parseAs: 'text' })
    assert.equal(data, 'part 3 part 2 part 1 ')
  })

  test('that the app aborts is not repeated', async () => {
    const { fetch, sent } = responder(lost)
    const stop = new AbortController()
    const call = createTukar({ url, fetch }).get('/api/banks', { signal: stop.signal })
    stop.abort(new Error('the screen was closed'))
    await assert.rejects(call, { message: 'the screen was closed' })
    assert.ok(sent.length <= 1)
  })
})

describe('a request that moves money', () => {
  test('keeps its idempotency key and its bytes through every try', async () => {
    const responses = [
      lost(),
      refused(503, 'api.service_unavailable', { 'retry-after': '0' }),
      refused(409, 'api.request_in_progress', { 'retry-after': '1' }),
      placed(),
    ]
    const { fetch, sent } = responder((_sent, count) => responses[count - 1] ?? lost())
    await createTukar({ url, fetch }).post('/api/exchange/venue/order', { body: order })
    assert.equal(sent.length, 4)
    const [key] = keysOf(sent)
    assert.match(key ?? '', /^[\x21-\x7e]{16,64}$/)
    assert.deepEqual(keysOf(sent), Array(4).fill(key))
    assert.deepEqual(new Set(sent.map(({ body }) => body)), new Set([JSON.stringify(order)]))
  })

  test('has a key of its own for each call, or the one that the app kept', async () => {
    const { fetch, sent } = responder(placed)
    const tukar = createTukar({ url, fetch })
    const kept = newIdempotencyKey()
    const params = { header: { 'Idempotency-Key': kept } }
    await tukar.post('/api/exchange/venue/order', { body: order })
    await tukar.post('/api/exchange/venue/order', { body: order })
    await tukar.post('/api/exchange/venue/order', { body: order, params })
    assert.equal(new Set(keysOf(sent)).size, 3)
    assert.equal(keysOf(sent)[2], kept)
  })

  test('whose outcome is unknown names the key under which the app can repeat it', async () => {
    const { fetch, sent } = responder(lost)
    const error = await createTukar({ url, fetch, tries: 2 })
      .post('/api/exchange/venue/order', { body: order })
      .catch((one: unknown) => one)
    assert.ok(error instanceof ConnectionError)
    assert.equal(error.idempotencyKey, keysOf(sent)[0])
  })

  test('and is refused after a try of unknown effect names the key to repeat it with', async () => {
    const inProgress = refused(409, 'api.request_in_progress', { 'retry-after': '60' })
    const limited = refused(429, 'api.too_many_requests', { 'retry-after': '60' })
    const [late, ended] = [refused(504, 'a proxy'), refused(401, 'auth.unauthenticated')]
    const [poor, plain] = [refused(400, 'api.order_insufficient_funds'), limited.clone()]
    const cases = [
      { responses: [lost(), inProgress], isOpen: true },
      { responses: [lost(), limited], isOpen: true },
      { responses: [lost(), late], isOpen: true },
      { responses: [lost(), ended], isOpen: true },
      { responses: [lost(), poor], isOpen: false },
      { responses: [plain], isOpen: false },
    ]
    for (const { responses, isOpen } of cases) {
      const { fetch, sent } = responder((_sent, count) => responses[count - 1] ?? lost())
      const error = await createTukar({ url, fetch, tries: 2 })
        .post('/api/exchange/venue/order', { body: order })
        .catch((one: unknown) => one)
      assert.ok(error instanceof Refusal)
      assert.equal(error.idempotencyKey, isOpen ? keysOf(sent)[0] : null, error.message)
    }
  })

  test('is not repeated after a refusal that stops a second one', async () => {
    const { fetch, sent } = responder(() =>
      refused(429, 'api.try_again_later', { 'retry-after': '1' }),
    )
    const call = createTukar({ url, fetch }).post('/api/exchange/venue/order', { body: order })
    await assert.rejects(call, { key: 'api.try_again_later' })
    assert.equal(sent.length, 1)
  })
})

test('a change without an idempotency key is sent once', async () => {
  const { fetch, sent } = responder(lost)
  const call = createTukar({ url, fetch }).post('/api/collect', { body: { txPair: 'BTC_IDR' } })
  await assert.rejects(call, ConnectionError)
  assert.equal(sent.length, 1)
})

test('a GET whose effect would come again is sent once', async () => {
  const { fetch, sent } = responder(lost)
  const tukar = createTukar({ url, fetch })
  const query = { email: 'ani@tukar.test' }
  const outcomes = await Promise.allSettled([
    tukar.get('/api/auth/email-resend', { params: { query } }),
    tukar.get('/api/deposit/get-digit-transfer'),
    tukar.get('/api/user-messages/read'),
    tukar.get('/api/withdraws/otp'),
  ])
  for (const { status } of outcomes) assert.equal(status, 'rejected')
  assert.equal(sent.length, 4)
})

describe('a refusal', () => {
  const failure = (response: Response) =>
    createTukar({ url, fetch: responder(() => response).fetch, tries: 1 })
      .get('/api/banks')
      .catch((error: unknown) => error)

  test('has its key, its status and the id of the request', async () => {
    const error = await failure(
      refused(400, 'api.bank_list_unavailable', { 'x-request-id': 'r-1' }),
    )
    assert.ok(error instanceof Refusal)
    const { key, status, requestId, message } = error
    const expected = ['api.bank_list_unavailable', 400, 'r-1', 'api.bank_list_unavailable']
    assert.deepEqual([key, status, requestId, message], expected)
  })

  test('of an invalid field says which one', async () => {
    const error = await failure(refused(400, 'The email field is required.'))
    assert.ok(error instanceof Refusal)
    assert.deepEqual(
      [error.key, error.message],
      ['api.validation_failed', 'The email field is required.'],
    )
  })

  test('of a plain sentence has the key of its reason', async () => {
    for (const [status, message, key] of [
      [400, 'News not found', 'api.news_not_found'],
      [400, 'Dict list not found', 'api.dict_not_found'],
      [400, 'txPair not exist!', 'api.watched_pair_not_found'],
      [404, 'User not found', 'api.user_not_found'],
      [404, 'Verification not found', 'api.vision_verification_not_found'],
      [422, 'Validation failed', 'api.validation_failed'],
    ] as const) {
      const error = await failure(Response.json({ success: false, message }, { status }))
      assert.ok(error instanceof Refusal)
      assert.deepEqual([error.key, error.message], [key, message])
    }
  })

  test('that is newer than the client, or of a proxy, is unknown', async () => {
    for (const response of [refused(400, 'api.new'), new Response('<html>', { status: 502 })]) {
      const error = await failure(response)
      assert.ok(error instanceof Refusal)
      assert.equal(error.key, 'unknown')
    }
  })
})
