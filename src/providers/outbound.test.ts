import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, test } from 'node:test'
import { pino } from 'pino'
import { z } from 'zod'
import { systemClock } from '../base/clock.ts'
import { providerHealth } from './health.ts'
import { type Outbound, outbound } from './outbound.ts'
import { outboundLimits } from './outbound-limits.ts'

const open = new Set<Server>()
afterEach(async () => {
  for (const server of open) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  open.clear()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  open.add(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

const answering = (status: number, body: string, headers = {}) =>
  serve((_request, response) => response.writeHead(status, headers).end(body))

const log = pino({ level: 'silent' })
const lineTo = (url: string, clock = systemClock, timeoutMs = 5_000) =>
  outbound('test', url, { clock, log, timeoutMs })

const refusal = z.object({ code: z.string(), message: z.string() })
const Amount = z.object({ amount: z.string() })
const get = (line: Outbound, path: readonly string[] = ['thing']) =>
  line({ method: 'GET', path, answer: Amount, refusal })

test('numbers of a response arrive as the digits that were sent', async () => {
  const url = await answering(200, '{"amount":12345678901234567890.10}')
  assert.deepEqual(await get(lineTo(url)), {
    kind: 'accepted',
    value: { amount: '12345678901234567890.10' },
  })
})

test('a bigint is sent as its digits, and anything else as JSON writes it', async () => {
  const sent: string[] = []
  const url = await serve(async (request, response) => {
    for await (const piece of request) sent.push(String(piece))
    response.end('{"amount":1}')
  })
  const plain = { text: 'é"\\\u2028\n', deep: [{ a: null, b: true, c: 1.5, d: undefined }] }
  const call = { method: 'POST', path: ['thing'], answer: Amount, refusal } as const
  await lineTo(url)({ ...call, json: { amount: 90_071_992_547_409_931n } })
  await lineTo(url)({ ...call, json: plain })
  assert.deepEqual(sent, ['{"amount":90071992547409931}', JSON.stringify(plain)])
})

test("a 4xx is a definite refusal, with the provider's message or the status", async () => {
  const worded = await answering(400, '{"code":"NO_SUCH_BANK","message":"no\\r\\nbank"}')
  assert.deepEqual(await get(lineTo(worded)), {
    kind: 'rejected',
    code: 'NO_SUCH_BANK',
    message: 'no bank',
    status: 400,
  })
  const mute = await answering(403, '<html>Forbidden</html>')
  assert.deepEqual(await get(lineTo(mute)), {
    kind: 'rejected',
    code: 'HTTP_403',
    message: '',
    status: 403,
  })
})

test('responses that leave the outcome open are unknown', async () => {
  const cases: readonly [number, string, object, object][] = [
    [500, '{"code":"E","message":"e"}', {}, { why: 'server-error' }],
    [503, '', { 'retry-after': '7' }, { why: 'server-error', retryAfterSeconds: 7 }],
    [429, '', { 'retry-after': '3' }, { why: 'throttled', retryAfterSeconds: 3 }],
    [429, '', { 'rate-limit-reset': '2.37' }, { why: 'throttled', retryAfterSeconds: 3 }],
    [429, '', { 'retry-after': '-5' }, { why: 'throttled' }],
    [429, '', { 'retry-after': '999999999' }, { why: 'throttled', retryAfterSeconds: 3_600 }],
    [408, '', {}, { why: 'timeout' }],
    [302, '', { location: 'http://127.0.0.1:1/elsewhere' }, { why: 'redirected' }],
    [200, 'not JSON', {}, { why: 'unreadable' }],
    [200, '', {}, { why: 'unreadable' }],
    [200, '{"amount":null}', {}, { why: 'unreadable' }],
    [200, '{"amount":1,"amount":2}', {}, { why: 'unreadable' }],
    [200, `${'['.repeat(200_000)}`, {}, { why: 'unreadable' }],
  ]
  for (const [status, body, headers, expected] of cases) {
    const answer = await get(lineTo(await answering(status, body, headers)))
    assert.deepEqual(answer, { kind: 'unknown', ...expected }, `${status} ${body.slice(0, 40)}`)
  }
})

test('a response over the size limit is unreadable and is not read to its end', async () => {
  let written = 0
  const url = await serve((_request, response) => {
    response.on('close', () => response.destroy())
    const piece = 'x'.repeat(256 * 1024)
    const more = () => {
      while (!response.destroyed && response.write(piece)) written += piece.length
      written += piece.length
    }
    response.on('drain', more)
    more()
  })
  assert.deepEqual(await get(lineTo(url)), { kind: 'unknown', why: 'unreadable' })
  assert.ok(written < 64 * outboundLimits.answerBytes)
})

test('a slow response ends with the time limit of the whole call', async () => {
  const url = await serve((_request, response) => {
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  })
  const line = lineTo(url, systemClock, 300)
  assert.deepEqual(await get(line), { kind: 'unknown', why: 'timeout' })
})

test('an unreachable provider is distinguished from a dropped connection', async () => {
  const gone = await answering(200, '{}')
  for (const server of open) await new Promise((resolve) => server.close(resolve))
  open.clear()
  assert.deepEqual(await get(lineTo(gone)), { kind: 'unknown', why: 'unreachable' })
  const hangsUp = await serve((request) => request.socket.destroy())
  assert.deepEqual(await get(lineTo(hangsUp)), { kind: 'unknown', why: 'connection-lost' })
})

test('a path segment stays one segment, with any content', async () => {
  let seen = ''
  const url = await serve((request, response) => {
    seen = request.url ?? ''
    response.end('{"amount":"1"}')
  })
  await get(lineTo(`${url}/api/`), ['things', 'a/../b?c=d#e\r\nX: y'])
  assert.equal(seen, '/api/things/a%2F..%2Fb%3Fc=d%23e%0D%0AX:%20y')
  for (const segment of ['..', '.', '']) {
    await assert.rejects(get(lineTo(url), ['things', segment]), RangeError)
  }
})

test('after five failures a provider is not called, then one call decides', async () => {
  let healthy = false
  let calls = 0
  const url = await serve((_request, response) => {
    calls += 1
    response.writeHead(healthy ? 200 : 500).end('{"amount":"1"}')
  })
  let nowMs = 0
  const line = lineTo(url, { ...systemClock, monotonicMs: () => nowMs })
  const { failures, openMs } = outboundLimits.breaker
  for (let call = 0; call < failures; call += 1) await get(line)
  assert.deepEqual(await get(line), { kind: 'unknown', why: 'circuit-open' })
  assert.equal(calls, failures)

  nowMs += openMs
  const [probe, second] = await Promise.all([get(line), get(line)])
  assert.deepEqual(
    [probe, second],
    [
      { kind: 'unknown', why: 'server-error' },
      { kind: 'unknown', why: 'circuit-open' },
    ],
  )
  assert.equal(calls, failures + 1)

  nowMs += openMs
  healthy = true
  assert.equal((await get(line)).kind, 'accepted')
  assert.equal((await get(line)).kind, 'accepted')
})

test('refusals, throttling and failures far apart do not open the circuit', async () => {
  const { failures, windowMs } = outboundLimits.breaker
  for (const status of [400, 429]) {
    const line = lineTo(await answering(status, '{}'))
    for (let call = 0; call <= failures; call += 1) await get(line)
    const answer = await get(line)
    assert.notEqual(answer.kind === 'unknown' && answer.why, 'circuit-open')
  }
  let nowMs = 0
  const slow = lineTo(await answering(500, ''), { ...systemClock, monotonicMs: () => nowMs })
  for (let call = 0; call <= failures; call += 1) {
    assert.deepEqual(await get(slow), { kind: 'unknown', why: 'server-error' })
    nowMs += windowMs / 2
  }
})

test('failures with a success between them do not open the circuit', async () => {
  const { failures } = outboundLimits.breaker
  const url = await serve((request, response) => {
    response.writeHead(request.url === '/broken' ? 500 : 200).end('{"amount":"1"}')
  })
  const line = lineTo(url)
  for (let call = 0; call < 2 * failures; call += 1) {
    assert.deepEqual(await get(line, ['broken']), { kind: 'unknown', why: 'server-error' })
    assert.equal((await get(line)).kind, 'accepted')
  }
})

test('calls beyond the concurrency limit are refused without a request', async () => {
  let calls = 0
  const url = await serve((_request, response) => {
    calls += 1
    setTimeout(() => response.end('{"amount":"1"}'), 50)
  })
  const line = lineTo(url)
  const { inFlight } = outboundLimits
  const answers = await Promise.all(Array.from({ length: inFlight + 3 }, () => get(line)))
  assert.equal(answers.filter(({ kind }) => kind === 'accepted').length, inFlight)
  assert.deepEqual(answers.at(-1), { kind: 'unknown', why: 'overloaded' })
  assert.equal(calls, inFlight)
})

test('a refusal of our key is a failure in the log and in the health of its provider', async () => {
  const lines: string[] = []
  const logged = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const health = providerHealth(systemClock)
  const tools = { clock: systemClock, log: logged, health }
  const codes = [
    [401, 'INVALID_API_KEY'],
    [400, 'invalid_grant'],
    [400, 'NO_SUCH_BANK'],
  ] as const
  for (const [status, code] of codes) {
    const url = await answering(status, JSON.stringify({ code, message: 'no' }))
    const answer = await get(outbound('test', url, tools))
    assert.equal(answer.kind === 'rejected' && answer.code, code, 'the caller gets the refusal')
  }
  const [seen] = health.read()
  assert.deepEqual(
    [seen?.calls, seen?.failures, seen?.lastFailure, seen?.circuit],
    [3, 2, 'login-refused', 'closed'],
  )
  assert.equal(lines.filter((line) => line.includes('login-refused')).length, 2)
})

test('a log line of a failed call holds neither credentials nor bodies', async () => {
  const lines: string[] = []
  const logged = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const line = outbound('test', await answering(500, 'secret-answer'), {
    clock: systemClock,
    log: logged,
  })
  await line({
    method: 'POST',
    path: ['thing'],
    headers: { authorization: 'Bearer secret-token' },
    json: { password: 'secret-body' },
    answer: Amount,
    refusal,
  })
  assert.equal(lines.length, 1)
  assert.doesNotMatch(lines.join(), /secret/)
})
