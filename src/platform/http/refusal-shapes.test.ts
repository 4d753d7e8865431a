import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { z } from 'zod'
import { httpContext } from '../../../tests/make/http-context.ts'
import { type HttpAnswer, startHttp } from '../../../tests/make/http-server.ts'
import { text } from './contracts/contracts.ts'
import { anyone } from './endpoint/admit.ts'
import { endpoint } from './endpoint/endpoint.ts'
import { plainRefusal, success } from './envelope.ts'
import { httpLimits } from './http-limits.ts'
import type { ServerOptions } from './server/server.ts'

const ownShape = plainRefusal(
  z.object({ failed: z.string() }),
  ({ key }) => ({ failed: key }),
  ({ key, status }) => (key === 'api.malformed_request' ? 422 : status),
)

const about = {
  tag: 'test',
  summary: 'A test.',
  access: anyone,
  body: z.object({ text: text({ max: 20 }) }),
  run: () => undefined,
  reply: success('api.done'),
} as const

const rows = [
  endpoint({ ...about, method: 'POST', path: '/api/own/things', refusalShape: ownShape }),
  endpoint({
    ...about,
    method: 'PUT',
    path: '/api/own/things/{id}',
    params: z.object({ id: text({ max: 9 }) }),
    refusalShape: ownShape,
  }),
  endpoint({ ...about, method: 'POST', path: '/api/mixed/own', refusalShape: ownShape }),
  endpoint({ ...about, method: 'POST', path: '/api/mixed/usual' }),
  endpoint({ ...about, method: 'POST', path: '/api/webhook/own', refusalShape: ownShape }),
]

const start = (t: TestContext, options?: ServerOptions) =>
  startHttp(t, httpContext(t), rows, options)

const payloadTooLarge = 'api.payload_too_large'
const tooLarge = { text: 'x'.repeat(httpLimits.jsonBodyBytes) }
const statusAndBody = ({ status, json }: HttpAnswer) => [status, json]

describe('a refusal before the route can serve', () => {
  test('has the shape of the route, whatever the reason', async (t) => {
    const http = await start(t)
    const path = '/api/own/things'
    const put = (id: string, more: RequestInit = {}) =>
      http.call(`${path}/${id}`, { method: 'PUT', ...more })
    const plain = { 'content-type': 'text/plain' }
    const packed = { 'content-encoding': 'gzip' }
    const answers = [
      [await http.post(path, tooLarge), 413, payloadTooLarge],
      [await http.post(path, 'text', plain), 415, 'api.unsupported_media_type'],
      [await http.post(path, '{}', packed), 415, 'api.unsupported_media_type'],
      [await http.call(path), 405, 'api.method_not_allowed'],
      [await put('1', { body: 'text', headers: plain }), 415, 'api.unsupported_media_type'],
      [await put('x'.repeat(httpLimits.paramLength + 1)), 404, 'api.not_found'],
      [await put('%zz'), 422, 'api.malformed_request'],
      [await http.call('/api/own/nothing?a=/b'), 404, 'api.not_found'],
      [await http.call('/api/own'), 404, 'api.not_found'],
    ] as const
    for (const [answer, status, failed] of answers) {
      assert.deepEqual(statusAndBody(answer), [status, { failed }])
    }
  })

  test('has it while too many requests are under way', async (t) => {
    const http = await start(t, { bounds: { ...httpLimits, inFlightRequests: 0 } })
    const busy = await http.post('/api/own/things', { text: 'a' })
    assert.deepEqual(statusAndBody(busy), [503, { failed: 'api.service_unavailable' }])
    assert.equal(busy.headers.get('retry-after'), '2')
  })

  test('is the envelope for paths of no section, or of a section of several shapes', async (t) => {
    const http = await start(t)
    for (const path of ['/api/nothing/here', '/api/mixed/nothing', '/api', '/nothing']) {
      const { status, json } = await http.call(path)
      const { code, message, result } = json
      assert.deepEqual([status, code, message, result], [404, 404, 'api.not_found', false], path)
    }
    const own = await http.post('/api/mixed/own', tooLarge)
    assert.deepEqual(statusAndBody(own), [413, { failed: payloadTooLarge }])
    const usual = await http.post('/api/mixed/usual', tooLarge)
    assert.deepEqual([usual.status, usual.json['code']], [413, 413])
  })

  test('is the envelope for callbacks, so that it has its own status', async (t) => {
    const http = await start(t)
    const path = '/api/webhook/own'
    const large = await http.post(path, { text: 'x'.repeat(httpLimits.callbackBodyBytes) })
    assert.deepEqual([large.status, large.json['code'], large.message], [413, 413, payloadTooLarge])
    assert.deepEqual(statusAndBody(await http.post(path, '{')), [
      422,
      { failed: 'api.malformed_request' },
    ])
  })
})
