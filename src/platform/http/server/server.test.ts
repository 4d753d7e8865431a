import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { z } from 'zod'
import { httpContext } from '../../../../tests/make/http-context.ts'
import {
  exchange,
  isRefused,
  startHttp,
  type TestHttp,
} from '../../../../tests/make/http-server.ts'
import { rawText, text } from '../contracts/contracts.ts'
import { anyone } from '../endpoint/admit.ts'
import { endpoint } from '../endpoint/endpoint.ts'
import { success } from '../envelope.ts'
import { httpLimits } from '../http-limits.ts'

const about = { tag: 'test', summary: 'A test.', access: anyone } as const

const read = endpoint({
  ...about,
  method: 'GET',
  path: '/api/read',
  run: (_ctx, _input, _caller, request) => ({ ip: request.ip, url: request.url }),
  reply: success('api.read', z.object({ ip: z.string(), url: z.string() })),
})

const write = endpoint({
  ...about,
  method: 'POST',
  path: '/api/write/{name}',
  params: z.object({ name: text({ max: 255 }) }),
  body: z.object({ text: rawText({ max: 100_000 }) }),
  run: (_ctx, { text: { length } }) => ({ length }),
  reply: success('api.written', z.object({ length: z.int() })),
})

const callback = endpoint({
  ...about,
  method: 'POST',
  path: '/api/webhook/called',
  run: () => undefined,
  reply: success('api.called'),
})

const all = [read, write, callback]
const start = (t: TestContext): Promise<TestHttp> => startHttp(t, httpContext(t), all)

const post = (path: string, headers: readonly string[], body = '') =>
  [`POST ${path} HTTP/1.1`, 'Host: x', ...headers, '', body].join('\r\n')
const json = 'Content-Type: application/json'

describe('an invalid request of the service', () => {
  test('an unknown path is 404, a known path with another method 405 with Allow', async (t) => {
    const http = await start(t)
    const unknown = await http.call('/api/nothing')
    assert.equal(unknown.status, 404)
    assert.equal(unknown.message, 'api.not_found')
    assert.equal((await http.post('/api/nothing', { a: 1 })).status, 404)
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST', 'OPTIONS']) {
      const answer = await http.call('/api/read', { method })
      assert.equal(answer.status, 405, method)
      assert.equal(answer.message, 'api.method_not_allowed')
      assert.equal(answer.headers.get('allow'), 'GET, HEAD')
    }
    assert.equal((await http.call('/api/write/x')).headers.get('allow'), 'POST')
    assert.equal((await http.call('/api/write/x', { method: 'HEAD' })).status, 405)
  })

  test('TRACE and unknown methods are refused, CONNECT is cut off', async (t) => {
    const http = await start(t)
    const trace = 'TRACE /api/read HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    isRefused(await exchange(http.port, trace), 405, 'api.method_not_allowed')
    const odd = 'BREW /api/read HTTP/1.1\r\nHost: x\r\n\r\n'
    isRefused(await exchange(http.port, odd), 400, 'api.malformed_request')
    assert.equal(await exchange(http.port, 'CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n'), '')
  })

  test('HEAD is GET without its body', async (t) => {
    const http = await start(t)
    const answer = await http.call('/api/read', { method: 'HEAD' })
    assert.equal(answer.status, 200)
    assert.equal(answer.text, '')
    assert.ok(Number(answer.headers.get('content-length')) > 0)
  })

  test('a broken path is refused in the envelope, and so is a long one', async (t) => {
    const http = await start(t)
    const bad = post('/api/write/%zz', [json, 'Content-Length: 0', 'Connection: close'])
    isRefused(await exchange(http.port, bad), 400, 'api.malformed_request')
    const long = await http.post(`/api/write/${'x'.repeat(httpLimits.paramLength + 1)}`, {})
    assert.equal(long.status, 404)
    assert.equal((await http.post('/api/write/a%00b', { text: 'x' })).status, 400)
    assert.equal((await http.post(`/api/write/${'x'.repeat(300)}`, { text: 'x' })).status, 400)
  })
})

describe('every response', () => {
  test('carries the security headers and is not stored, whatever its content', async (t) => {
    const http = await start(t)
    const answers = [
      await http.call('/api/read'),
      await http.call('/nothing'),
      await http.call('/api/read', { method: 'DELETE' }),
      await http.post('/api/write/a', '{'),
      await http.call('/health/live'),
    ]
    for (const { headers } of answers) {
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('referrer-policy'), 'no-referrer')
      assert.equal(headers.get('cross-origin-resource-policy'), 'same-site')
      assert.match(headers.get('strict-transport-security') ?? '', /^max-age=31536000/)
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
      assert.ok((headers.get('x-request-id') ?? '').length > 8)
      assert.equal(headers.get('server'), null)
      assert.equal(headers.get('x-powered-by'), null)
      assert.equal(headers.get('access-control-allow-origin'), null)
    }
  })

  test('repeats a valid id of its request, else has its own', async (t) => {
    const http = await start(t)
    const idFor = async (sent: string) =>
      (await http.call('/api/read', { headers: { 'x-request-id': sent } })).headers.get(
        'x-request-id',
      )
    assert.equal(await idFor('abc-DEF-12345'), 'abc-DEF-12345')
    const own = [await idFor('short'), await idFor('x'.repeat(65)), await idFor('a"b{}<script>')]
    assert.equal(new Set(own).size, 3)
    for (const id of own) assert.match(id ?? '', /^[0-9a-f]{16}-[0-9a-z]{6,}$/)
  })

  test('of public data may be stored when it succeeds, never when it fails', async (t) => {
    const news = endpoint({
      ...about,
      method: 'GET',
      path: '/api/news/{slug}',
      params: z.object({ slug: text({ max: 3 }) }),
      run: () => undefined,
      reply: success('api.news'),
      cacheControl: 'public, max-age=60',
    })
    const http = await startHttp(t, httpContext(t), [news])
    const found = await http.call('/api/news/abc')
    assert.equal(found.headers.get('cache-control'), 'public, max-age=60')
    const missed = await http.call('/api/news/abcd')
    assert.equal(missed.headers.get('cache-control'), 'no-store')
  })
})

describe('load', () => {
  test('beyond the bound is refused with a time to retry', async (t) => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const waits = endpoint({
      ...about,
      method: 'GET',
      path: '/api/waits',
      run: () => gate,
      reply: success('api.waited'),
    })
    const bounds = { ...httpLimits, inFlightRequests: 2 }
    const http = await startHttp(t, httpContext(t), [waits, read], { bounds })
    const waiting = [http.call('/api/waits'), http.call('/api/waits')]
    let turnedAway = await http.call('/api/read')
    while (turnedAway.status === 200) turnedAway = await http.call('/api/read')
    assert.equal(turnedAway.status, 503)
    assert.equal(turnedAway.message, 'api.service_unavailable')
    assert.equal(turnedAway.headers.get('retry-after'), '2')
    open()
    for (const answer of await Promise.all(waiting)) assert.equal(answer.status, 200)
    assert.equal((await http.call('/api/read')).status, 200)
  })

  test('that is running at the close of the server still gets its response', async (t) => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const waits = endpoint({
      ...about,
      method: 'GET',
      path: '/api/waits',
      run: () => {
        begin()
        return gate
      },
      reply: success('api.waited'),
    })
    const http = await startHttp(t, httpContext(t), [waits])
    const socket = connect(http.port, '127.0.0.1')
    const chunks: string[] = []
    socket.on('data', (chunk) => chunks.push(chunk.toString()))
    socket.write('GET /api/waits HTTP/1.1\r\nHost: x\r\n\r\n')
    await begun
    const closed = http.app.close()
    while (http.app.server.listening) await turn()
    open()
    await Promise.all([closed, once(socket, 'close')])
    assert.match(chunks.join(''), /^HTTP\/1\.1 200 .*connection: close.*api\.waited/is)
    await assert.rejects(fetch(`${http.url}/health/live`))
  })

  test('that never ends is cut off at the end of its drain time', async (t) => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const hangs = endpoint({
      ...about,
      method: 'GET',
      path: '/api/hangs',
      run: () => {
        begin()
        return new Promise<void>(() => undefined)
      },
      reply: success('api.x'),
    })
    const bounds = { ...httpLimits, drainMs: 100 }
    const http = await startHttp(t, httpContext(t), [hangs], { bounds })
    const hanging = assert.rejects(http.call('/api/hangs'))
    await begun
    await http.app.close()
    await hanging
  })
})

test('a header with an address counts only from a trusted proxy', async (t) => {
  const forwarded = { headers: { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' } }
  const direct = await start(t)
  const ipOf = async (http: TestHttp, init?: RequestInit) =>
    z.object({ ip: z.string() }).parse((await http.call('/api/read', init)).json['data']).ip
  assert.equal(await ipOf(direct, forwarded), '127.0.0.1')
  const config = { trustProxy: ['127.0.0.1/32'] }
  const behind = await startHttp(t, httpContext(t, { config }), all)
  assert.equal(await ipOf(behind, forwarded), '198.51.100.7')
  assert.equal(await ipOf(behind), '127.0.0.1')
  for (const garbage of ['x', "1'; drop table users", '999.1.1.1']) {
    assert.equal(await ipOf(behind, { headers: { 'x-forwarded-for': garbage } }), '127.0.0.1')
  }
})

describe('pages of other origins', () => {
  const origin = 'https://app.example'
  const config = { corsOrigins: [origin] }

  test('may call when they are on the list, and no other may', async (t) => {
    const http = await startHttp(t, httpContext(t, { config }), all)
    const answer = await http.call('/api/read', { headers: { origin } })
    assert.equal(answer.headers.get('access-control-allow-origin'), origin)
    assert.equal(answer.headers.get('vary'), 'Origin')
    assert.equal(answer.headers.get('access-control-allow-credentials'), null)
    for (const other of ['https://evil.example', `${origin}.evil.example`, 'null', `${origin}/`]) {
      const refused = await http.call('/api/read', { headers: { origin: other } })
      assert.equal(refused.headers.get('access-control-allow-origin'), null, other)
      assert.equal(refused.headers.get('vary'), 'Origin')
    }
  })

  test('may read the age of an answer and the link of a deprecation', async (t) => {
    const http = await startHttp(t, httpContext(t, { config }), all)
    const { headers } = await http.call('/api/read', { headers: { origin } })
    const exposed = headers.get('access-control-expose-headers')?.split(', ')
    for (const name of ['Age', 'Link']) assert.ok(exposed?.includes(name), name)
  })

  test('send a preflight first, and get methods and headers', async (t) => {
    const http = await startHttp(t, httpContext(t, { config }), all)
    const ask = (path: string, from: string) =>
      preflight(http.port, path, { origin: from, 'access-control-request-method': 'POST' })
    const allowed = await ask('/api/write/a', origin)
    assert.equal(allowed.statusCode, 204)
    assert.equal(allowed.headers['access-control-allow-origin'], origin)
    assert.equal(allowed.headers['access-control-allow-methods'], 'POST')
    const headers = String(allowed.headers['access-control-allow-headers']).split(', ')
    for (const name of ['Authorization', 'traceparent', 'tracestate']) {
      assert.ok(headers.includes(name), name)
    }
    assert.equal(allowed.headers['access-control-max-age'], '600')
    assert.equal((await ask('/api/write/a', 'https://evil.example')).statusCode, 405)
    const toCallback = await ask('/api/webhook/called', origin)
    assert.equal(toCallback.statusCode, 405)
    assert.equal(toCallback.headers['access-control-allow-origin'], undefined)
  })
})

describe('pages of the same machine', () => {
  const local = ['http://localhost:5173', 'http://127.0.0.1:8080', 'http://[::1]:5173']

  test('may call a sandbox without any setting', async (t) => {
    const http = await startHttp(t, httpContext(t, { config: { sandbox: true } }), all)
    for (const origin of local) {
      const asked = { origin, 'access-control-request-method': 'POST' }
      const answer = await preflight(http.port, '/api/write/a', asked)
      assert.equal(answer.statusCode, 204, origin)
      assert.equal(answer.headers['access-control-allow-origin'], origin)
    }
    for (const other of ['http://localhost.evil.example', 'http://localhost:5173/', 'null']) {
      const asked = { origin: other, 'access-control-request-method': 'POST' }
      assert.equal((await preflight(http.port, '/api/write/a', asked)).statusCode, 405, other)
    }
  })

  test('may call nothing with real providers', async (t) => {
    const http = await startHttp(t, httpContext(t, { config: { sandbox: false } }), all)
    for (const origin of local) {
      const asked = { origin, 'access-control-request-method': 'POST' }
      assert.equal((await preflight(http.port, '/api/write/a', asked)).statusCode, 405, origin)
    }
  })
})

/** Sends a preflight, whose headers `fetch` does not allow to set. */
async function preflight(port: number, path: string, headers: Record<string, string>) {
  const request = httpRequest({ port, path, method: 'OPTIONS', headers })
  request.end()
  const [response] = await once(request, 'response')
  response.resume()
  return response
}
