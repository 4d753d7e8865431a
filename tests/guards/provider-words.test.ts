import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { providerWordOffences } from './provider-words.ts'
import { assertNone, type Files, parse, projectFiles, projectSources } from './source.ts'

const files = projectFiles()
const schema = files['docs/schema.sql'] ?? ''

test('only clients and webhooks read the words of providers', () =>
  assertNone(providerWordOffences(projectSources(), schema)))

const client = {
  'src/providers/payx/payouts.ts': `
    const stages = new Map([['SUCCEEDED', 'succeeded'], ['PENDING', 'pending']])
    const ended = { REVERSED: 'reversed' }
    const noSuchPayout = '-2013'
    line({ method: 'POST', on: 'ECONNRESET' })`,
  'src/providers/callback-headers.ts': `export const callbackHeaders = { token: 'x-payx-token' }`,
}
const places = (sample: Files) =>
  providerWordOffences(parse({ ...client, ...sample }), `check (status = 'PENDING'::text)`).map(
    ({ path, line, rule }) => `${path}:${line} ${rule}`,
  )

describe('the rule of providers’ words finds', () => {
  test('a status, a code and a header of a provider above its client', () => {
    const found = places({
      'src/app/transfers/a.ts': `
        if (status === 'SUCCEEDED') pay()
        const names = { REVERSED: 1 }
        type Code = '-2013'`,
      'src/platform/http/openapi.ts': `name: 'X-Payx-Token'`,
      'src/platform/jobs/b.ts': `new Set(['SUCCEEDED'])`,
    })
    assert.deepEqual(found, [
      `src/app/transfers/a.ts:2 reads SUCCEEDED, a provider's word`,
      `src/app/transfers/a.ts:3 reads REVERSED, a provider's word`,
      `src/app/transfers/a.ts:4 reads -2013, a provider's word`,
      `src/platform/http/openapi.ts:1 reads X-Payx-Token, a provider's word`,
      `src/platform/jobs/b.ts:1 reads SUCCEEDED, a provider's word`,
    ])
  })

  test('a word that a webhook reads, or the proof of one', () => {
    const found = places({
      'src/callbacks/payx/a.ts': `if (event === 'PAYOUT_MOVED') take()`,
      'src/platform/access/callbacks/a.ts': `const algorithm = 'RS512'`,
      'src/app/transfers/a.ts': `['PAYOUT_MOVED', 'RS512']`,
    })
    assert.equal(found.length, 2)
  })

  test('nothing in our own words, nor in those of HTTP, and nothing in tests', () => {
    const found = places({
      'src/app/deposits/routes.ts': `({ method: 'POST', status: 'PENDING' })`,
      'src/platform/http/server/server.ts': `if (code === 'ECONNRESET') end()`,
      'src/app/transfers/a.test.ts': `'SUCCEEDED'`,
      'src/callbacks/payx/a.ts': `'SUCCEEDED'`,
      'src/base/a.ts': `'SUCCEEDED'`,
    })
    assert.deepEqual(found, [])
  })
})
