import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { startHttp } from '../../../../tests/make/http-server.ts'
import { endpoints } from '../../../endpoints.ts'
import { image } from '../bodies/uploads.ts'
import { email, listOf, moneyText, oneOf, optional, text, wireId } from '../contracts/contracts.ts'
import { offsetFields, sortFields } from '../contracts/lists.ts'
import { type Access, anyone } from '../endpoint/admit.ts'
import { endpoint } from '../endpoint/endpoint.ts'
import { constant, plainRefusal, success } from '../envelope.ts'
import { callbacksOpenApi, openApi, operatorOpenApi } from './documents.ts'
import { exampleOf } from './examples.ts'
import { titleOfSummary } from './operation.ts'
import { writtenExamples } from './written-examples.ts'

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
    tag: 'Bank accounts',
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
    refusals: ['api.user_not_found'],
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

/** Pictures, documents to print, and exports: the same rows as a list, which has an example. */
const isFile = ({ mediaType }: (typeof endpoints)[number]['reply']) =>
  ['image/', 'text/csv', 'application/xml', 'application/pdf'].some((type) =>
    mediaType.startsWith(type),
  )

const amountName = /(?:amount|price|fee|balance|volume|worth)$/i
const Text = z.object({ type: z.union([z.literal('string'), z.array(z.string())]) })

/** The amounts below a part of a document that are plain texts: no number, or no explanation. */
function bareAmounts(part: unknown, path: readonly string[] = []): readonly string[] {
  if (typeof part !== 'object' || part === null) return []
  const isAmount = path.at(-2) === 'properties' && amountName.test(path.at(-1) ?? '')
  const isText = Text.safeParse(part).success && !('enum' in part || 'const' in part)
  const isBare = isAmount && isText && !('pattern' in part && 'description' in part)
  return [
    ...(isBare ? [path.join('/')] : []),
    ...Object.entries(part).flatMap(([name, child]) => bareAmounts(child, [...path, name])),
  ]
}

/** The events of a stream's text, by their names. */
const eventsIn = (text: string): readonly (readonly [string, unknown])[] =>
  [...text.matchAll(/event: (.*)\ndata: (.*)\n\n/g)].map(([, name = '', data = '']) => [
    name,
    z.unknown().parse(JSON.parse(data)),
  ])

/** Returns the value at a path of the document. */
function at(document: unknown, ...path: readonly string[]): unknown {
  let here = document
  for (const part of path) {
    assert.ok(typeof here === 'object' && here !== null && part in here, path.join(' / '))
    here = Reflect.get(here, part)
  }
  return here
}

/** Resolves a reference of the document; returns other values unchanged. */
function resolved(part: unknown): unknown {
  const reference = z.object({ $ref: z.string() }).safeParse(part)
  const document: unknown = JSON.parse(openApi(rows))
  return reference.success ? at(document, ...reference.data.$ref.slice(2).split('/')) : part
}

describe('the OpenAPI document', () => {
  const text = openApi(rows)
  const document: unknown = JSON.parse(text)
  const callbacks: unknown = JSON.parse(callbacksOpenApi(rows))
  const body = ['components', 'schemas', 'PutUserBankByIdRequest']
  const put = ['paths', '/api/user/bank/{id}', 'put']

  test('is the same for the same rows, and resolves all its references', () => {
    assert.equal(openApi(rows), text)
    const references = [...text.matchAll(/"\$ref": "#\/([^"]+)"/g)].map(([, path = '']) => path)
    assert.ok(references.length > 10)
    for (const reference of references) at(document, ...reference.split('/'))
  })

  test('describes requests as their contracts read them', () => {
    assert.deepEqual(at(document, ...put, 'requestBody', 'content'), {
      'application/json': { schema: { $ref: `#/${body.join('/')}` } },
    })
    assert.deepEqual(at(document, ...body, 'required'), ['email', 'amount', 'side', 'ids'])
    const {
      email: address,
      amount,
      side,
      note,
      ids,
    } = z.record(z.string(), z.unknown()).parse(at(document, ...body, 'properties'))
    assert.deepEqual(address, { type: 'string', format: 'email', maxLength: 255 })
    assert.equal(at(amount, 'type'), 'string')
    assert.deepEqual(side, { type: 'string', enum: ['BUY', 'SELL'] })
    assert.deepEqual(note, { type: 'string', minLength: 1, maxLength: 20 })
    assert.equal(at(ids, 'maxItems'), 5)
    assert.deepEqual(at(document, ...put, 'requestBody', 'required'), true)
    const Parameter = z.object({ name: z.string(), in: z.string(), required: z.boolean() })
    const parameters = z.array(z.unknown()).parse(at(document, ...put, 'parameters'))
    assert.deepEqual(
      parameters
        .map((one) => Parameter.parse(resolved(one)))
        .map((one) => `${one.in} ${one.name}${one.required ? '!' : ''}`),
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

  test('describes responses and every refusal by its key', () => {
    const Failure = z.object({ description: z.string() })
    const responses = z.record(z.string(), z.unknown()).parse(at(document, ...put, 'responses'))
    const keys = Object.entries(responses).map(([status, response]) => {
      const { description } = Failure.parse(resolved(response))
      return [status, ...[...description.matchAll(/^- `([^`]+)`: ./gm)].map(([, key]) => key)]
    })
    assert.deepEqual(keys, [
      ['200'],
      ['400', 'api.malformed_request'],
      ['401', 'auth.unauthenticated'],
      ['404', 'api.user_not_found', 'api.not_found'],
      ['409', 'api.idempotency_key_reused', 'api.request_in_progress'],
      ['413', 'api.payload_too_large'],
      ['415', 'api.unsupported_media_type'],
      ['429', 'api.too_many_requests'],
      ['500', 'api.server_error'],
      ['503', 'api.service_unavailable'],
    ])
    const refusal = ['content', 'application/json', 'schema', 'allOf', '1', 'properties', 'message']
    assert.deepEqual(at(document, ...put, 'responses', '404', ...refusal), {
      type: 'string',
      enum: ['api.user_not_found', 'api.not_found'],
    })
    at(document, 'components', 'responses', 'TooManyRequests', 'headers', 'Retry-After')
    at(document, ...put, 'responses', '200', 'headers', 'RateLimit-Policy')
    at(document, ...put, 'responses', '200', 'headers', 'Idempotent-Replayed')
    const data = ['200', 'content', 'application/json', 'schema', 'properties', 'data']
    assert.deepEqual(at(document, ...put, 'responses', ...data, 'required'), ['id'])
  })

  test('states the permitted callers, and the shapes of special endpoints', () => {
    assert.deepEqual(at(document, ...put, 'security'), [{ bearer: [] }])
    const paid = ['paths', '/api/webhook/paid', 'post']
    assert.deepEqual(at(callbacks, ...paid, 'security'), [{ callbackToken: [] }])
    for (const [scheme, security] of [
      ['custodyJws', [{ custodyJws: [] }]],
      ['venueSignature', [{ venueSignature: [] }]],
      ['signedFields', []],
    ] as const) {
      const signed = rows.map((row) => ({ ...row, access: { ...row.access, scheme } }))
      const written: unknown = JSON.parse(callbacksOpenApi(signed))
      assert.deepEqual(at(written, ...paid, 'security'), security)
    }
    const failure = ['responses', '500', 'content', 'application/json', 'schema', 'properties']
    at(callbacks, ...paid, ...failure, 'response_code')
    const form = ['components', 'schemas', 'PostWebhookPaidRequest', 'properties', 'proof']
    assert.deepEqual(at(callbacks, ...form), { type: 'string', format: 'binary' })
  })

  test('leaves objects of responses open, since later versions may add fields', () => {
    assert.doesNotMatch(text, /"additionalProperties": false/)
  })

  test('has callbacks and the operators interface in separate documents', () => {
    assert.deepEqual(Object.keys(Object(at(document, 'paths'))), ['/api/user/bank/{id}'])
    assert.deepEqual(Object.keys(Object(at(callbacks, 'paths'))), ['/api/webhook/paid'])
  })

  test('has an example of each response and body, except of files, that fits its contract', () => {
    const lacking = endpoints.flatMap((row) => {
      const name = `${row.method} ${row.path}`
      const example = exampleOf(row)
      const hasBody = (row.rawBody ?? row.body) !== undefined && row.files === null
      return [
        ...(isFile(row.reply) || example?.response !== undefined ? [] : [`${name}: response`]),
        ...(hasBody && example?.request === undefined ? [`${name}: request`] : []),
      ]
    })
    assert.deepEqual(lacking, [], 'operations without an example; record one as CONTRIBUTING says')
    const written = endpoints.filter(({ method, path }) => `${method} ${path}` in writtenExamples)
    assert.equal(written.length, Object.keys(writtenExamples).length)
    for (const row of written) {
      const response = exampleOf(row)?.response
      const { events, schema } = row.reply
      if (events === null) schema().parse(response)
      else {
        const found = eventsIn(String(response))
        assert.ok(found.length >= 2)
        for (const [name, data] of found) (events[name] ?? assert.fail(name)).parse(data)
      }
    }
  })

  test('states of each amount which numbers it may be, and what it counts', () => {
    for (const write of [openApi, callbacksOpenApi, operatorOpenApi]) {
      const whole: unknown = JSON.parse(write(endpoints))
      assert.deepEqual(bareAmounts(whole), [])
    }
    const bare = { properties: { amount: { type: 'string' } } }
    assert.deepEqual(bareAmounts(bare), ['properties/amount'])
  })

  test('titles each operation shortly; its description has the whole summary', () => {
    const titles = endpoints.map(({ summary }) => [titleOfSummary(summary), summary] as const)
    assert.deepEqual(
      titles.filter(([title]) => title.length > 60 || !title.includes(' ')),
      [],
    )
    assert.equal(titleOfSummary('Sign in; a device may need a captcha'), 'Sign in')
    assert.equal(titleOfSummary('payx: an account was paid'), 'payx: an account was paid')
  })

  test('names each operation once, by its use case', () => {
    for (const write of [openApi, callbacksOpenApi, operatorOpenApi]) {
      const ids = [...write(endpoints).matchAll(/"operationId": "([^"]+)"/g)].map(([, id]) => id)
      assert.equal(new Set(ids).size, ids.length)
      assert.deepEqual(
        ids.filter((id) => !/^[a-z][A-Za-z0-9]+$/.test(id ?? '')),
        [],
      )
    }
  })
})

describe('a document of the interface', () => {
  test('is sent once while it stays the same', async (t) => {
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
})
