import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
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
import type { HttpBounds } from '../server/server.ts'

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

const start = (t: TestContext, bounds: Partial<HttpBounds> = {}): Promise<TestHttp> =>
  startHttp(t, httpContext(t), [read, write], { bounds: { ...httpLimits, ...bounds } })

const post = (path: string, headers: readonly string[], body = '') =>
  [`POST ${path} HTTP/1.1`, 'Host: x', ...headers, '', body].join('\r\n')
const json = 'Content-Type: application/json'

describe('a body', () => {
  test('of exactly the limit is read, and one byte more is 413', async (t) => {
    const http = await start(t)
    const frame = '{"text":""}'.length
    const fits = 'x'.repeat(httpLimits.jsonBodyBytes - frame)
    assert.equal((await http.post('/api/write/a', { text: fits })).status, 200)
    const answer = await http.post('/api/write/a', { text: `${fits}x` })
    assert.equal(answer.status, 413)
    assert.equal(answer.message, 'api.payload_too_large')
  })

  test('that states or sends more than the limit is cut off, in little memory', async (t) => {
    const http = await start(t)
    const stated = post('/api/write/a', [json, 'Content-Length: 1073741824'])
    isRefused(await exchange(http.port, stated), 413, 'api.payload_too_large')
    const before = process.memoryUsage().rss
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const chunked = post('/api/write/a', [json, 'Transfer-Encoding: chunked'])
    const pieces = Array.from({ length: 64 }, () => chunk)
    isRefused(await exchange(http.port, chunked, ...pieces), 413, 'api.payload_too_large')
    assert.ok(process.memoryUsage().rss - before < 64 * 1024 * 1024)
  })

  test('that is no JSON, form or text in UTF-8 is refused', async (t) => {
    const http = await start(t)
    const type = (value: string) => ({ 'content-type': value })
    for (const value of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'x']) {
      const answer = await http.post('/api/write/a', '{"text":"x"}', type(value))
      assert.equal(answer.status, 415, value)
      assert.equal(answer.message, 'api.unsupported_media_type')
    }
    const typed = await http.post(
      '/api/write/a',
      '{"text":"x"}',
      type('Application/JSON; charset=utf-8'),
    )
    assert.equal(typed.status, 200)
    for (const body of ['{', '[1]', '5', 'null', '{"text":"x","text":"x"}', '{"__proto__":{}}']) {
      const answer = await http.post('/api/write/a', body)
      assert.equal(answer.status, 400, body)
      assert.equal(answer.message, 'api.malformed_request')
    }
    const untyped = post('/api/write/a', ['Content-Length: 2', 'Connection: close'], '{}')
    isRefused(await exchange(http.port, untyped), 415, 'api.unsupported_media_type')
  })

  test('that is compressed is refused without decompression', async (t) => {
    const http = await start(t)
    const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024))
    const answer = await http.call('/api/write/a', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: bomb,
    })
    assert.equal(answer.status, 415)
  })

  test('that is absent may have any encoding', async (t) => {
    const http = await start(t)
    const answer = await http.call('/api/read', { headers: { 'content-encoding': 'x-unknown' } })
    assert.equal(answer.status, 200)
  })

  test('of 60,000 nested lists is refused', async (t) => {
    const http = await start(t)
    const answer = await http.post('/api/write/a', '['.repeat(60_000))
    assert.equal(answer.message, 'api.malformed_request')
  })

  test('that does not arrive in time is 408', async (t) => {
    const http = await start(t, { requestTimeoutMs: 300, headersTimeoutMs: 200 })
    const slow = post('/api/write/a', [json, 'Content-Length: 100'], '{"te')
    isRefused(await exchange(http.port, slow), 408, 'api.request_timeout')
    const head = 'POST /api/write/a HTTP/1.1\r\nHo'
    isRefused(await exchange(http.port, head), 408, 'api.request_timeout')
  })

  test('with two lengths, or a length and chunks, is refused', async (t) => {
    const http = await start(t)
    const both = ['Content-Length: 2', 'Transfer-Encoding: chunked']
    const two = ['Content-Length: 2', 'Content-Length: 3']
    const odd = ['Transfer-Encoding: chunked, identity']
    for (const lengths of [both, two, odd, ['Content-Length: -1'], ['Content-Length: 1e1']]) {
      const answer = await exchange(http.port, post('/api/write/a', [json, ...lengths], '{}'))
      isRefused(answer, 400, 'api.malformed_request')
    }
  })
})

describe('a connection', () => {
  test('with headers beyond the limit is 431', async (t) => {
    const http = await start(t)
    const large = `X-A: ${'x'.repeat(httpLimits.headerBytes)}`
    isRefused(
      await exchange(http.port, post('/api/write/a', [large])),
      431,
      'api.headers_too_large',
    )
    const many = Array.from({ length: 1_000 }, (_, n) => `X-${n}: 12345`)
    isRefused(await exchange(http.port, post('/api/write/a', many)), 431, 'api.headers_too_large')
  })

  test('without HTTP is answered and ended', async (t) => {
    const http = await start(t)
    const hello = Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00])
    isRefused(await exchange(http.port, hello), 400, 'api.malformed_request')
    const h2 = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
    assert.match(await exchange(http.port, h2), /^HTTP\/1\.1 [45]/)
  })

  test('with a request to upgrade to HTTP/2 stays HTTP/1.1', async (t) => {
    const http = await start(t)
    const upgrade = ['Connection: Upgrade, close', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk']
    const text = ['GET /api/read HTTP/1.1', 'Host: x', ...upgrade, '', ''].join('\r\n')
    const answer = await exchange(http.port, text)
    assert.match(answer, /^HTTP\/1\.1 200 /)
  })

  test('may pipeline requests, and each gets its response in order', async (t) => {
    const http = await start(t)
    const get = (n: number) => `GET /api/read?n=${n} HTTP/1.1\r\nHost: x\r\n`
    const last = `${get(99)}Connection: close\r\n\r\n`
    const many = Array.from({ length: 99 }, (_, n) => `${get(n)}\r\n`).join('')
    const answer = await exchange(http.port, many + last)
    const order = [...answer.matchAll(/\/api\/read\?n=([0-9]+)/g)].map(([, n]) => Number(n))
    assert.deepEqual(
      order,
      Array.from({ length: 100 }, (_, n) => n),
    )
  })

  test('that is cut off within a body does no harm', async (t) => {
    const http = await start(t)
    const socket = connect(http.port, '127.0.0.1')
    socket.write(post('/api/write/a', [json, 'Content-Length: 100'], '{"te'))
    await once(socket, 'connect')
    await sleep(20)
    socket.resetAndDestroy()
    assert.equal((await http.call('/api/read')).status, 200)
  })

  test('sending a header twice has neither value accepted', async (t) => {
    const http = await start(t)
    const seen: unknown[] = []
    const app = await startHttp(t, httpContext(t), [
      endpoint({
        ...about,
        method: 'GET',
        path: '/api/seen',
        run: (_ctx, _input, _caller, request) => void seen.push(request.headers['authorization']),
        reply: success('api.seen'),
      }),
    ])
    const twice = ['Authorization: Bearer a', 'Authorization: Bearer b', 'Connection: close']
    await exchange(app.port, ['GET /api/seen HTTP/1.1', 'Host: x', ...twice, '', ''].join('\r\n'))
    assert.deepEqual(seen, ['Bearer a, Bearer b'])
    assert.equal((await http.call('/api/read')).status, 200)
  })
})
