import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { anyone } from '../src/platform/http/endpoint/admit.ts'
import { endpoint } from '../src/platform/http/endpoint/endpoint.ts'
import { success } from '../src/platform/http/envelope.ts'
import { openApi } from '../src/platform/http/openapi/documents.ts'
import { contractOf, violationOf } from './contract.ts'

const rows = [
  endpoint({
    method: 'GET',
    path: '/api/banks',
    tag: 'Public content',
    summary: 'Banks',
    access: anyone,
    run: () => [{ code: 'BCA', at: '2026-01-01T00:00:00Z' }],
    refusals: ['api.not_found'],
    reply: success('api.banks', z.array(z.object({ code: z.string(), at: z.iso.datetime() }))),
  }),
]

const contract = contractOf([openApi(rows)])
const head = { code: 200, title: 'OK', message: 'api.banks', result: true }
const bank = { code: 'BCA', at: '2026-01-01T00:00:00Z' }

const violation = (status: number, body: unknown, type = 'application/json') =>
  violationOf(contract, {
    method: 'GET',
    path: '/api/banks',
    status,
    type,
    text: JSON.stringify(body),
  })

describe('the contract', () => {
  test('allows what the document describes, and ignores other paths', () => {
    assert.equal(violation(200, { ...head, data: [bank] }), null)
    const seen = { method: 'GET', path: '/health', status: 418, type: 'text/plain', text: '' }
    assert.equal(violationOf(contract, seen), null)
  })

  for (const [what, found] of [
    ['a field that is missing', violation(200, { ...head, data: [{ code: 'BCA' }] })],
    ['a field that is not named', violation(200, { ...head, data: [{ ...bank, name: 'x' }] })],
    ['a value of another format', violation(200, { ...head, data: [{ ...bank, at: 'now' }] })],
    ['another message', violation(200, { ...head, message: 'api.other', data: [] })],
    ['a status', violation(409, { ...head, code: 409 })],
    ['a media type', violation(200, '', 'text/html')],
    [
      'a refusal with a key that is not listed',
      violation(404, { code: 404, title: 'Not Found', message: 'api.unknown', result: false }),
    ],
  ] as const) {
    test(`does not allow ${what}`, () => assert.match(found ?? '', /^GET \/api\/banks/))
  }
})
