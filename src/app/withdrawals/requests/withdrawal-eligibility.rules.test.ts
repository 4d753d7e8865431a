import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ineligibility } from './withdrawal-eligibility.rules.ts'

const eligible = { suspended: false, identityStatus: 'success', locked: false }

test('a suspended, unproven or locked user may not withdraw, for the first reason of these', () => {
  const of = (change: Partial<typeof eligible>) => ineligibility({ ...eligible, ...change })
  const tooSoon = 'api.no_allow_to_withdraw_in_24_hours_after_changed_password'
  assert.equal(of({}), null)
  assert.equal(of({ locked: true }), tooSoon)
  assert.equal(
    of({ locked: true, identityStatus: 'pending' }),
    'api.identity_verification_are_required',
  )
  const unproven = { locked: true, identityStatus: 'pending', suspended: true }
  assert.equal(of(unproven), 'auth.account_suspended')
})
