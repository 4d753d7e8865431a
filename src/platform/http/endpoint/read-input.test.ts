import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { startHttp } from '../../../../tests/make/http-server.ts'
import { email, listOf, moneyText, optional, text, wireId } from '../contracts/contracts.ts'
import { offsetFields } from '../contracts/lists.ts'
import { success } from '../envelope.ts'
import { anyone } from './admit.ts'
import { endpoint } from './endpoint.ts'

const about = { tag: 'test', summary: 'A test.', access: anyone } as const

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
    const http = await startHttp(t, httpContext(t), [echo])
    const sent = { otpCode: ' 12 ', amount: '1.05', balance: '9', role: 'admin' }
    const answer = await http.post('/api/echo/7?limit=5', sent)
    assert.deepEqual(answer.json['data'], {
      id: 7,
      limit: 5,
      offset: 0,
      otpCode: '12',
      amount: '1.05',
    })
  })

  test('keeps the digits of an amount sent as a number', async (t) => {
    const http = await startHttp(t, httpContext(t), [echo])
    const body = '{"otpCode":"1","amount":0.12345678901234567891}'
    const answer = await http.post('/api/echo/7', body)
    const data = z.object({ amount: z.string() }).parse(answer.json['data'])
    assert.equal(data.amount, '0.12345678901234567891')
  })

  test('is refused with the first sentence: params, then query, then body', async (t) => {
    const http = await startHttp(t, httpContext(t), [echo])
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

  test('may send its fields as a form, with brackets', async (t) => {
    const row = endpoint({
      ...about,
      method: 'POST',
      path: '/api/form',
      body: z.object({ ids: listOf(wireId, { max: 9 }), amount: moneyText }),
      run: (_ctx, input) => input,
      reply: success('api.form', z.record(z.string(), z.unknown())),
    })
    const http = await startHttp(t, httpContext(t), [row])
    const answer = await http.call('/api/form', {
      method: 'POST',
      body: new URLSearchParams('ids[]=1&ids[]=2&amount=0.01'),
    })
    assert.deepEqual(answer.json['data'], { ids: [1, 2], amount: '0.01' })
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
    const http = await startHttp(t, httpContext(t), [row])
    const headers = { 'content-type': 'application/json' }
    const some = await http.call('/api/some', { method: 'DELETE', headers, body: '{"id":3}' })
    assert.deepEqual(some.json['data'], { id: 3 })
    const none = await http.call('/api/some', { method: 'DELETE', headers })
    assert.deepEqual(none.json['data'], { id: null })
  })
})
