import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { startHttp } from '../../../../tests/make/http-server.ts'
import { refuse } from '../../../base/refusal.ts'
import { success } from '../envelope.ts'
import { openApi } from '../openapi/documents.ts'
import { anyone } from './admit.ts'
import { endpoint } from './endpoint.ts'

const row = {
  method: 'GET',
  path: '/api/old',
  tag: 'Wallet',
  summary: 'A test.',
  access: anyone,
  deprecated: { since: '2026-12-01', sunset: '2027-06-30', instead: '`GET /api/new`' },
  run: (): undefined => undefined,
  reply: success('api.done'),
} as const

test('each response of a deprecated endpoint says since when and until when', async (t) => {
  const refusing = { ...row, path: '/api/refusing', run: () => refuse('api.not_found') }
  const current = { ...row, path: '/api/new', deprecated: undefined }
  const { deprecated: _, ...plain } = current
  const http = await startHttp(
    t,
    httpContext(t),
    [row, refusing, plain].map((one) => endpoint(one)),
  )
  for (const [path, status] of [
    ['/api/old', 200],
    ['/api/refusing', 404],
  ] as const) {
    const answer = await http.call(path)
    assert.equal(answer.status, status)
    assert.equal(answer.headers.get('deprecation'), `@${Date.UTC(2026, 11, 1) / 1_000}`)
    assert.equal(answer.headers.get('sunset'), 'Wed, 30 Jun 2027 00:00:00 GMT')
    assert.match(answer.headers.get('link') ?? '', /^<\/docs\/.*>; rel="deprecation"/)
  }
  assert.equal((await http.call('/api/new')).headers.get('deprecation'), null)
})

test('the documents mark a deprecated endpoint, and name what replaces it', () => {
  const document = z
    .object({
      paths: z.record(
        z.string(),
        z.object({
          get: z.object({ deprecated: z.boolean().optional(), description: z.string() }),
        }),
      ),
    })
    .parse(JSON.parse(openApi([endpoint(row)])))
  const { deprecated, description } = document.paths['/api/old']?.get ?? assert.fail()
  assert.equal(deprecated, true)
  assert.match(description, /use `GET \/api\/new`\. This one works until 2027-06-30\./)
})

test('an endpoint that would be gone too soon does not start', () => {
  for (const sunset of ['2027-05-29', '2026-11-01', '2027-13-01'] as const) {
    assert.throws(
      () => endpoint({ ...row, deprecated: { ...row.deprecated, sunset } }),
      /works for at least 180 days/,
    )
  }
})
