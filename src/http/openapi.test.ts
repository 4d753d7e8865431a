import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { httpContext } from '../../tests/make/http-context.ts'
import { startHttp } from '../../tests/make/http-server.ts'
import { image } from './bodies/uploads.ts'
import { email, listOf, moneyText, oneOf, optional, text, wireId } from './contracts.ts'
import { type Access, anyone, endpoint } from './endpoint.ts'
import { constant, plainRefusal, success } from './envelope.ts'
import { offsetFields, sortFields } from './lists.ts'
import { openApi } from './openapi.ts'

const signedIn: Access<string> = {
  name: 'signed in',
  scheme: 'bearer',
  refusals: ['auth.unauthenticated'],
  admit: () => '1',
  callerKey: (caller) => caller,
}
const ownShape = plainRefusal(z.object({ response_code: z.int() }), ({ status }) => ({
  response_code: status,
}))

const rows = [
  endpoint({
    method: 'PUT',
    path: '/api/user/bank/{id}',
    tag: 'Banks',
    summary: 'Changes a bank account.',
    access: signedIn,
    params: z.object({ id: wireId }),
    query: z.object({ ...offsetFields, ...sortFields(['id', 'name']) }),
    body: z.object({
      email,
      amount: moneyText,
      side: oneOf(['BUY', 'SELL']),
      note: optional(text({ max: 20 })),
      ids: listOf(wireId, { max: 5 }),
    }),
    throttle: [{ name: 'bank', points: 5, windowSeconds: 60, key: ({ caller }) => caller }],
    idempotent: true,
    refusals: ['api.not_found'],
    run: () => ({ id: 1 }),
    reply: success('api.bank_updated', z.object({ id: z.int(), balance: z.string().optional() })),
  }),
  endpoint({
    method: 'POST',
    path: '/api/webhook/paid',
    tag: 'Callbacks',
    summary: 'A payment arrived.',
    access: { ...anyone, scheme: 'callbackToken' },
    body: z.object({ id: text({ max: 9 }), proof: image({ maxBytes: 9, types: ['image/png'] }) }),
    run: () => undefined,
    reply: constant(200, z.object({ response_code: z.int() }), { response_code: 200 }),
    refusalShape: ownShape,
  }),
]

/** Returns the value at a path of the document. */
function at(document: unknown, ...path: readonly string[]): unknown {
  let here = document
  for (const part of path) {
    assert.ok(typeof here === 'object' && here !== null && part in here, path.join(' / '))
    here = Reflect.get(here, part)
  }
  return here
}

describe('the OpenAPI document', () => {
  const text = openApi(rows)
  const document: unknown = JSON.parse(text)
  const put = ['paths', '/api/user/bank/{id}', 'put']

  test('is the same for the same rows, and resolves all its references', () => {
    assert.equal(openApi(rows), text)
    const references = [...text.matchAll(/"\$ref": "#\/([^"]+)"/g)].map(([, path = '']) => path)
    assert.ok(references.length > 10)
    for (const reference of references) at(document, ...reference.split('/'))
  })

  test('describes requests as their contracts read them', () => {
    const schema = [...put, 'requestBody', 'content', 'application/json', 'schema']
    assert.deepEqual(at(document, ...schema, 'required'), ['email', 'amount', 'side', 'ids'])
    const {
      email: address,
      amount,
      side,
      note,
      ids,
    } = z.record(z.string(), z.unknown()).parse(at(document, ...schema, 'properties'))
    assert.deepEqual(address, { type: 'string', format: 'email', maxLength: 255 })
    assert.deepEqual(at(amount, 'type'), ['string', 'number'])
    assert.deepEqual(side, { type: 'string', enum: ['BUY', 'SELL'] })
    assert.deepEqual(note, { type: 'string', minLength: 1, maxLength: 20 })
    assert.equal(at(ids, 'maxItems'), 5)
    assert.deepEqual(at(document, ...put, 'requestBody', 'required'), true)
    const parameters = z
      .array(z.object({ name: z.string(), in: z.string(), required: z.boolean() }))
      .parse(at(document, ...put, 'parameters'))
    assert.deepEqual(
      parameters.map((one) => `${one.in} ${one.name}${one.required ? '!' : ''}`),
      [
        'path id!',
        'query limit',
        'query offset',
        'query sortBy',
        'query sort',
        'header Idempotency-Key',
      ],
    )
  })

  test('describes answers and every refusal by its key', () => {
    const responses = z
      .record(z.string(), z.object({ description: z.string() }))
      .parse(at(document, ...put, 'responses'))
    const told = Object.entries(responses).map(
      ([code, { description }]) => `${code} ${description}`,
    )
    assert.deepEqual(told, [
      '200 OK',
      '400 Bad Request: a sentence about the first field that fails, `api.malformed_request`',
      '401 Unauthorized: `auth.unauthenticated`',
      '404 Not Found: `api.not_found`',
      '409 Conflict: `api.idempotency_key_reused`, `api.request_in_progress`',
      '413 Payload Too Large: `api.payload_too_large`',
      '415 Unsupported Media Type: `api.unsupported_media_type`',
      '429 Too Many Requests: `api.too_many_requests`',
      '500 Internal Server Error: `api.server_error`',
      '503 Service Unavailable: `api.service_unavailable`',
    ])
    at(document, ...put, 'responses', '429', 'headers', 'Retry-After')
    at(document, ...put, 'responses', '200', 'headers', 'RateLimit-Policy')
    at(document, ...put, 'responses', '200', 'headers', 'Idempotent-Replayed')
    const data = ['200', 'content', 'application/json', 'schema', 'properties', 'data']
    assert.deepEqual(at(document, ...put, 'responses', ...data, 'required'), ['id'])
  })

  test('tells who may call, and shapes that are an endpoint’s own', () => {
    assert.deepEqual(at(document, ...put, 'security'), [{ bearer: [] }])
    const paid = ['paths', '/api/webhook/paid', 'post']
    assert.deepEqual(at(document, ...paid, 'security'), [{ callbackToken: [] }])
    for (const [scheme, security] of [
      ['custodyJws', [{ custodyJws: [] }]],
      ['venueSignature', [{ venueSignature: [], venueTimestamp: [] }]],
      ['signedFields', []],
    ] as const) {
      const signed = rows.map((row) => ({ ...row, access: { ...row.access, scheme } }))
      assert.deepEqual(at(JSON.parse(openApi(signed)), ...paid, 'security'), security)
    }
    const failure = ['responses', '500', 'content', 'application/json', 'schema', 'properties']
    at(document, ...paid, ...failure, 'response_code')
    const form = ['requestBody', 'content', 'multipart/form-data', 'schema', 'properties', 'proof']
    assert.deepEqual(at(document, ...paid, ...form), { type: 'string', format: 'binary' })
  })
})

describe('the reference', () => {
  test('is served with all its files from here, under a policy without inline code', async (t) => {
    const http = await startHttp(t, httpContext(t), rows)
    const page = await http.call('/docs')
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
    const policy = page.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe|https?:|\*/)
    assert.doesNotMatch(page.text, /<script(?![^>]* src=)|<style|\son[a-z]+=|https?:\/\//)
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path)
    assert.equal(files.length, 4)
    for (const path of files) {
      const file = await http.call(path)
      assert.equal(file.status, 200, path)
      assert.ok(file.text.length > 100, path)
    }
    assert.match((await http.call('/docs/start.js')).text, /'\/openapi\.json'/)
  })

  test('reads the document, which is sent once as long as it stays the same', async (t) => {
    const http = await startHttp(t, httpContext(t), rows)
    const first = await http.call('/openapi.json')
    assert.deepEqual(JSON.parse(first.text), JSON.parse(openApi(rows)))
    const etag = first.headers.get('etag') ?? ''
    const again = await http.call('/openapi.json', { headers: { 'if-none-match': etag } })
    assert.equal(again.status, 304)
    assert.equal(again.text, '')
    const other = await http.call('/openapi.json', { headers: { 'if-none-match': '"x"' } })
    assert.equal(other.status, 200)
  })

  test('serves nothing else of its folder', async (t) => {
    const http = await startHttp(t, httpContext(t), rows)
    for (const path of ['/docs/package.json', '/docs/..%2fpackage.json', '/docs/%2e%2e/x']) {
      assert.equal((await http.call(path)).status, 404, path)
    }
  })
})
