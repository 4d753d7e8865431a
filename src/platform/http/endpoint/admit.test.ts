import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { startHttp } from '../../../../tests/make/http-server.ts'
import { refuse } from '../../../base/refusal.ts'
import { text } from '../contracts/contracts.ts'
import { success, unwrapped } from '../envelope.ts'
import { type Access, anyone } from './admit.ts'
import { endpoint } from './endpoint.ts'

test('an anonymous caller is refused before the body is parsed', async (t) => {
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
    tag: 'test',
    summary: 'A test.',
    method: 'POST',
    path: '/api/webhook/signed',
    access,
    body: z.object({ id: text({ max: 9 }) }),
    run: (_ctx, _input, caller) => caller,
    reply: unwrapped(200, z.object({ caller: z.string() }), (caller: string) => ({ caller })),
  })
  const http = await startHttp(t, httpContext(t), [row])
  assert.equal((await http.post('/api/webhook/signed', '{"id":')).status, 401)
  assert.equal((await http.post('/api/webhook/signed', '{ "id":"signed" }')).status, 200)
  assert.equal((await http.post('/api/webhook/signed', '{"signed":')).status, 400)
  assert.deepEqual(seen, ['{"id":', '{ "id":"signed" }', '{"signed":'])
})

test('without capacity no caller is admitted', async (t) => {
  let admitted = 0
  const counted = () => {
    admitted += 1
    return null
  }
  const row = endpoint({
    method: 'GET',
    path: '/api/full',
    tag: 'test',
    summary: 'A test.',
    access: { ...anyone, admit: () => counted() },
    assertCapacity: () => refuse('api.service_unavailable'),
    run: () => undefined,
    reply: success('api.x'),
  })
  const http = await startHttp(t, httpContext(t), [row])
  assert.equal((await http.call('/api/full')).message, 'api.service_unavailable')
  assert.equal(admitted, 0)
})
