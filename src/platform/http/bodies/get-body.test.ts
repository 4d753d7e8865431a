import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { z } from 'zod'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { exchange, isRefused, startHttp } from '../../../../tests/make/http-server.ts'
import { email } from '../contracts/contracts.ts'
import { anyone } from '../endpoint/admit.ts'
import { endpoint } from '../endpoint/endpoint.ts'
import { success } from '../envelope.ts'

const about = { tag: 'test', summary: 'A test.', access: anyone } as const
const start = (t: TestContext, ...endpoints: Parameters<typeof startHttp>[2]) =>
  startHttp(t, httpContext(t), endpoints)

/** Sends a GET with a body, which `fetch` refuses. */
const getWithBody = (port: number, path: string, type: string, body: string) =>
  exchange(
    port,
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )

describe('a GET that may have its query in its body', () => {
  const json = 'application/json'
  const form = 'application/x-www-form-urlencoded'
  const echo = endpoint({
    ...about,
    method: 'GET',
    path: '/api/echo',
    query: z.object({ email }),
    queryOrBody: true,
    run: (_ctx, input) => input,
    reply: success('api.done', z.object({ email: z.string() })),
  })
  const emailIn = (answer: string) => /"email":"([^"]+)"/.exec(answer)?.[1]

  test('reads either; if both have a field the query counts', async (t) => {
    const http = await start(t, echo)
    const inQuery = await http.call('/api/echo?email=q@tukar.test')
    assert.deepEqual(inQuery.json['data'], { email: 'q@tukar.test' })
    const inJson = await getWithBody(http.port, '/api/echo', json, '{"email":"j@tukar.test"}')
    assert.equal(emailIn(inJson), 'j@tukar.test')
    const inForm = await getWithBody(http.port, '/api/echo', form, 'email=f%40tukar.test')
    assert.equal(emailIn(inForm), 'f@tukar.test')
    const both = '/api/echo?email=q@tukar.test'
    for (const [type, body] of [
      [json, '{"email":"j@tukar.test","other":1}'],
      [form, 'email=f%40tukar.test'],
    ] as const) {
      assert.equal(emailIn(await getWithBody(http.port, both, type, body)), 'q@tukar.test')
    }
    const empty = await getWithBody(http.port, '/api/echo?email=', json, '{"email":"j@b.test"}')
    isRefused(empty, 400, 'The email field is required.')
  })

  test('refuses a body it can not read as it would that of a POST', async (t) => {
    const http = await start(t, echo)
    const neither = await http.call('/api/echo')
    assert.equal(neither.message, 'The email field is required.')
    const cases = [
      [json, '{"email":', 400, 'api.malformed_request'],
      [json, '["a@tukar.test"]', 400, 'api.malformed_request'],
      ['text/plain', 'email', 415, 'api.unsupported_media_type'],
      [json, `"${'x'.repeat(70_000)}"`, 413, 'api.payload_too_large'],
    ] as const
    for (const [type, body, status, message] of cases) {
      isRefused(await getWithBody(http.port, '/api/echo', type, body), status, message)
    }
  })

  test('is declared by its row alone: other GETs do not read a body', async (t) => {
    const { queryOrBody: _, ...row } = {
      ...about,
      method: 'GET',
      path: '/api/plain',
      query: z.object({ email }),
      queryOrBody: true,
      run: () => undefined,
      reply: success('api.done'),
    } as const
    const http = await start(t, endpoint(row))
    const answer = await getWithBody(http.port, '/api/plain', json, '{"email":"j@tukar.test"}')
    isRefused(answer, 400, 'The email field is required.')
    assert.throws(() => endpoint({ ...row, method: 'POST', queryOrBody: true }), /only a GET/)
  })
})
