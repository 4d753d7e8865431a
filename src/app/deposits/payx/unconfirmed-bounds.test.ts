import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configOf, production } from '../../../../tests/make/config.ts'
import { idr, whole } from '../../../base/values/money.ts'
import { unconfirmedBounds } from './take-payments.ts'

const rupiah = () => whole(idr, 5n)

test('in production, callbacks from any address credit nothing unconfirmed', () => {
  const sources = { ...production, PAYX_CALLBACK_SOURCES: '203.0.113.0/28' }
  const units = (env: Parameters<typeof configOf>[0]) => {
    const { account, house } = unconfirmedBounds({ config: configOf(env) }, { rupiah })
    return [account.units, house.units]
  }
  assert.deepEqual(units(production), [0n, 0n])
  assert.deepEqual(units(sources), [500n, 500n])
  assert.deepEqual(units({}), [500n, 500n])
})
