import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { z } from 'zod'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { startHttp } from '../../../../tests/make/http-server.ts'
import { refuse } from '../../../base/refusal.ts'
import { TransientError } from '../../../core/database/driver/errors.ts'
import { text, wireId } from '../contracts/contracts.ts'
import { constant, plainRefusal, success, unwrapped, withHeaders } from '../envelope.ts'
import { type Access, anyone } from './admit.ts'
import { endpoint } from './endpoint.ts'

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

  test('returns no field that its schema does not name', async (t) => {
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

  test('is replaced by the shapes that the specification states', async (t) => {
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
        reply: unwrapped(201, z.object({ user: z.int() }), (user: number) => ({ user })),
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

  test('may have its own headers', async (t) => {
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

  test('of a store that is away may be retried', async (t) => {
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
