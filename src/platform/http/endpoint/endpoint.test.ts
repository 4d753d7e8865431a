import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { z } from 'zod'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { startHttp } from '../../../../tests/make/http-server.ts'
import { refuse } from '../../../base/refusal.ts'
import { TransientError } from '../../../core/database/driver/errors.ts'
import { email, listOf, moneyText, optional, text, wireId } from '../contracts/contracts.ts'
import { offsetFields } from '../contracts/lists.ts'
import { parseWith } from '../contracts/validation.ts'
import { constant, plain, plainRefusal, success, withHeaders } from '../envelope.ts'
import { type Access, anyone, endpoint } from './endpoint.ts'

const about = { tag: 'test', summary: 'A test.', access: anyone } as const
const start = (t: TestContext, ...endpoints: Parameters<typeof startHttp>[2]) =>
  startHttp(t, httpContext(t), endpoints)

const shape = z.object({ response_code: z.int(), response_message: z.string() })
const refusalShape = plainRefusal(shape, ({ status, key }) => ({
  response_code: status,
  response_message: key,
}))
const pushShape = plainRefusal(
  z.object({
    success: z.boolean(),
    message: z.string(),
    errors: z.record(z.string(), z.array(z.string())),
  }),
  ({ details }) => ({
    success: false,
    message: 'Validation failed',
    errors: Object.fromEntries(
      Object.entries(details.errors ?? {}).map(([name, sentences]) => [name, [...sentences]]),
    ),
  }),
  ({ key, status }) => (key === 'api.validation_failed' ? 422 : status),
)

describe('the envelope', () => {
  test('of success has its keys in order, and data only if there is any', async (t) => {
    const http = await start(
      t,
      endpoint({
        ...about,
        method: 'GET',
        path: '/api/bare',
        run: () => undefined,
        reply: success('api.done'),
      }),
      endpoint({
        ...about,
        method: 'GET',
        path: '/api/data',
        run: () => [],
        reply: success('api.listed', z.array(z.string())),
      }),
    )
    const bare = await http.call('/api/bare')
    assert.equal(bare.text, '{"code":200,"title":"OK","message":"api.done","result":true}')
    assert.equal(bare.headers.get('content-type'), 'application/json; charset=utf-8')
    const data = await http.call('/api/data')
    const head = '{"code":200,"title":"OK","message":"api.listed","result":true'
    assert.equal(data.text, `${head},"data":[]}`)
  })

  test('of failure has the reason phrase, and asks to sign in only if that helps', async (t) => {
    const bearer: Access<null> = { ...anyone, admit: () => refuse('auth.unauthenticated') }
    const row = { ...about, method: 'GET', run: () => undefined, reply: success('api.x') } as const
    const http = await start(
      t,
      endpoint({ ...row, path: '/api/a', access: bearer }),
      endpoint({ ...row, path: '/api/b', run: () => refuse('api.invalid_token') }),
      endpoint({ ...row, path: '/api/c', run: () => refuse('auth.otp_failed') }),
    )
    assert.equal(
      (await http.call('/api/a')).text,
      '{"code":401,"title":"Unauthorized","message":"auth.unauthenticated","result":false,' +
        '"auth_required":true}',
    )
    assert.equal(
      (await http.call('/api/b')).text,
      '{"code":401,"title":"Unauthorized","message":"api.invalid_token","result":false}',
    )
    assert.equal(
      (await http.call('/api/c')).text,
      '{"code":403,"title":"Forbidden","message":"auth.otp_failed","result":false}',
    )
  })

  test('lets out no field that its schema does not name', async (t) => {
    const secretive = { id: 1, email: 'a@b.example', password: 'hash', pin: '123456' }
    const http = await start(
      t,
      endpoint({
        ...about,
        method: 'GET',
        path: '/api/me',
        run: () => secretive,
        reply: success('api.me', z.object({ id: z.int(), email: z.string() })),
      }),
    )
    assert.deepEqual((await http.call('/api/me')).json['data'], { id: 1, email: 'a@b.example' })
  })

  test('gives way to the shapes that the specification states', async (t) => {
    const http = await start(
      t,
      endpoint({
        ...about,
        method: 'POST',
        path: '/api/webhook/paid',
        body: z.object({ id: text({ max: 9 }) }),
        run: (_ctx, { id }) => (id === 'no' ? refuse('api.callback_unauthorized') : undefined),
        reply: constant(200, shape, { response_code: 200, response_message: 'success' }),
        refusalShape,
      }),
      endpoint({
        ...about,
        method: 'POST',
        path: '/api/fcm/token',
        body: z.object({ user_id: wireId }),
        run: (_ctx, { user_id }) => user_id,
        reply: plain(201, z.object({ user: z.int() }), (user: number) => ({ user })),
        refusalShape: pushShape,
      }),
    )
    const paid = await http.post('/api/webhook/paid', { id: 'x' })
    assert.equal(paid.text, '{"response_code":200,"response_message":"success"}')
    const unpaid = await http.post('/api/webhook/paid', { id: 'no' })
    assert.equal(unpaid.status, 401)
    assert.deepEqual(unpaid.json, {
      response_code: 401,
      response_message: 'api.callback_unauthorized',
    })
    const pushed = await http.post('/api/fcm/token', { user_id: 7 })
    assert.equal(pushed.status, 201)
    assert.deepEqual(pushed.json, { user: 7 })
    const unpushed = await http.post('/api/fcm/token', {})
    assert.equal(unpushed.status, 422)
    assert.deepEqual(unpushed.json, {
      success: false,
      message: 'Validation failed',
      errors: { user_id: ['The user id field is required.'] },
    })
  })

  test('may come with headers of its own', async (t) => {
    const http = await start(
      t,
      endpoint({
        ...about,
        method: 'DELETE',
        path: '/api/auth',
        run: () => undefined,
        reply: withHeaders(success('auth.logged_out'), { 'clear-site-data': '"cache"' }),
      }),
    )
    const answer = await http.call('/api/auth', { method: 'DELETE' })
    assert.equal(answer.headers.get('clear-site-data'), '"cache"')
  })
})

describe('a request', () => {
  const fields = z.object({ otpCode: text({ max: 6 }), amount: moneyText, note: optional(email) })
  const echo = endpoint({
    ...about,
    method: 'POST',
    path: '/api/echo/{id}',
    params: z.object({ id: wireId }),
    query: z.object(offsetFields),
    body: fields,
    run: (_ctx, input) => input,
    reply: success('api.echo', z.record(z.string(), z.unknown())),
  })

  test('reaches its use case as one record of params, query and body', async (t) => {
    const http = await start(t, echo)
    const sent = { otpCode: ' 12 ', amount: '1.50', balance: '9', role: 'admin' }
    const answer = await http.post('/api/echo/7?limit=5', sent)
    assert.deepEqual(answer.json['data'], {
      id: 7,
      limit: 5,
      offset: 0,
      otpCode: '12',
      amount: '1.50',
    })
  })

  test('keeps the digits of an amount sent as a number', async (t) => {
    const http = await start(t, echo)
    const body = '{"otpCode":"1","amount":0.12345678901234567890}'
    const answer = await http.post('/api/echo/7', body)
    const data = z.object({ amount: z.string() }).parse(answer.json['data'])
    assert.equal(data.amount, '0.12345678901234567890')
  })

  test('is refused with the first sentence: params, then query, then body', async (t) => {
    const http = await start(t, echo)
    const first = await http.post('/api/echo/x?limit=0', {})
    assert.equal(first.status, 400)
    assert.equal(first.message, 'The id field must be an integer.')
    const second = await http.post('/api/echo/1?limit=0', {})
    assert.equal(second.message, 'The limit field must be between 1 and 100.')
    const third = await http.post('/api/echo/1', { amount: 'x' })
    assert.equal(third.message, 'The otp code field is required.')
    const twice = await http.post('/api/echo/1?limit=1&limit=99', {})
    assert.equal(twice.message, 'api.malformed_request')
  })

  test('may bring its fields as a form, with brackets', async (t) => {
    const row = endpoint({
      ...about,
      method: 'POST',
      path: '/api/form',
      body: z.object({ ids: listOf(wireId, { max: 9 }), amount: moneyText }),
      run: (_ctx, input) => input,
      reply: success('api.form', z.record(z.string(), z.unknown())),
    })
    const http = await start(t, row)
    const answer = await http.call('/api/form', {
      method: 'POST',
      body: new URLSearchParams('ids[]=1&ids[]=2&amount=0.10'),
    })
    assert.deepEqual(answer.json['data'], { ids: [1, 2], amount: '0.10' })
  })

  test('with DELETE may have a body, and without one has no fields', async (t) => {
    const row = endpoint({
      ...about,
      method: 'DELETE',
      path: '/api/some',
      body: z.object({ id: optional(wireId) }),
      run: (_ctx, { id }) => ({ id: id ?? null }),
      reply: success('api.some', z.object({ id: z.int().nullable() })),
    })
    const http = await start(t, row)
    const headers = { 'content-type': 'application/json' }
    const some = await http.call('/api/some', { method: 'DELETE', headers, body: '{"id":3}' })
    assert.deepEqual(some.json['data'], { id: 3 })
    const none = await http.call('/api/some', { method: 'DELETE', headers })
    assert.deepEqual(none.json['data'], { id: null })
  })

  test('of a stranger is refused before its body is parsed', async (t) => {
    const seen: string[] = []
    const access: Access<string> = {
      name: 'signed',
      scheme: null,
      refusals: ['api.callback_unauthorized'],
      admit: (_ctx, request) => {
        seen.push(request.raw.toString())
        return request.raw.includes('signed') ? 'provider' : refuse('api.callback_unauthorized')
      },
    }
    const row = endpoint({
      ...about,
      method: 'POST',
      path: '/api/webhook/signed',
      access,
      body: z.object({ id: text({ max: 9 }) }),
      run: (_ctx, _input, caller) => caller,
      reply: plain(200, z.object({ caller: z.string() }), (caller: string) => ({ caller })),
    })
    const http = await start(t, row)
    assert.equal((await http.post('/api/webhook/signed', '{"id":')).status, 401)
    assert.equal((await http.post('/api/webhook/signed', '{ "id":"signed" }')).status, 200)
    assert.equal((await http.post('/api/webhook/signed', '{"signed":')).status, 400)
    assert.deepEqual(seen, ['{"id":', '{ "id":"signed" }', '{"signed":'])
  })
})

describe('a failure', () => {
  const fails = (path: string, error: () => never) =>
    endpoint({ ...about, method: 'GET', path, run: error, reply: success('api.x') })

  test('of the service hides its cause', async (t) => {
    const http = await start(
      t,
      fails('/api/fault', () => {
        throw new Error('relation "users" does not exist at /srv/app/users.sql.ts:5')
      }),
      fails('/api/odd', () => {
        throw Object.assign(new Error('x'), { statusCode: 418, validation: ['y'] })
      }),
    )
    for (const path of ['/api/fault', '/api/odd']) {
      const answer = await http.call(path)
      assert.equal(answer.status, 500)
      assert.equal(
        answer.text,
        '{"code":500,"title":"Internal Server Error","message":"api.server_error","result":false}',
      )
      assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f]{16}-[0-9a-z]{6,}$/)
    }
  })

  test('of a store that is away is worth trying again', async (t) => {
    const http = await start(
      t,
      fails('/api/away', () => {
        throw new TransientError('connection refused by 10.0.0.5')
      }),
    )
    const answer = await http.call('/api/away')
    assert.equal(answer.status, 503)
    assert.equal(answer.message, 'api.service_unavailable')
    assert.equal(answer.headers.get('retry-after'), '2')
    assert.ok(!answer.text.includes('10.0.0.5'))
  })

  test('reading the result of the use case is a fault, never half a response', async (t) => {
    const http = await start(
      t,
      endpoint({
        ...about,
        method: 'GET',
        path: '/api/wrong',
        run: () => parseWith(z.object({ id: z.any() }), { id: 'not a number' }),
        reply: success('api.x', z.object({ id: z.int() })),
      }),
    )
    assert.equal((await http.call('/api/wrong')).message, 'api.server_error')
  })
})

describe('a row', () => {
  const row = { ...about, run: () => undefined, reply: success('api.x') } as const

  test('with two contracts of one name does not start', () => {
    const one = z.object({ id: wireId })
    assert.throws(
      () => endpoint({ ...row, method: 'POST', path: '/api/{id}', params: one, body: one }),
      /POST \/api\/\{id\}: two contracts have a field id/,
    )
    assert.throws(
      () => endpoint({ ...row, method: 'POST', path: '/api', query: one, body: one }),
      /two contracts have a field id/,
    )
  })

  test('with a path and parameters that differ does not start', () => {
    const params = z.object({ id: wireId })
    assert.throws(() => endpoint({ ...row, method: 'GET', path: '/api/{id}' }), /different/)
    assert.throws(() => endpoint({ ...row, method: 'GET', path: '/api', params }), /different/)
    assert.throws(
      () => endpoint({ ...row, method: 'GET', path: '/api/{key}', params }),
      /different/,
    )
  })

  test('that reads the body of a GET does not start', () => {
    const body = z.object({ id: wireId })
    assert.throws(() => endpoint({ ...row, method: 'GET', path: '/api', body }), /no body/)
  })

  test('that honours idempotency keys of anonymous callers does not start', () => {
    assert.throws(
      () => endpoint({ ...row, method: 'POST', path: '/api', idempotent: true }),
      /needs an identified caller/,
    )
  })

  test('lists possible refusals, access and limits', () => {
    const made = endpoint({
      ...row,
      method: 'POST',
      path: '/api',
      access: { ...anyone, refusals: ['auth.unauthenticated'], callerKey: () => '1' },
      body: z.object({ id: wireId }),
      refusals: ['api.not_found', 'auth.unauthenticated'],
      throttle: [
        { name: 'a', points: 1, windowSeconds: 1, key: () => '', refusal: 'auth.throttle' },
      ],
      idempotent: true,
    })
    assert.deepEqual(made.refusals, [
      'auth.unauthenticated',
      'api.validation_failed',
      'api.malformed_request',
      'auth.throttle',
      'api.idempotency_key_reused',
      'api.request_in_progress',
      'api.not_found',
    ])
  })
})
