import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isKind, wants } from './kind-filter.rules.ts'

test('a kind is a type, the prefix of one, or all', () => {
  for (const kind of ['*', 'deposit.*', 'deposit.credited']) assert.ok(isKind(kind), kind)
  for (const kind of ['', 'deposit', 'deposits.*', '.*', 'deposit.credited.*', 'deposit.none']) {
    assert.ok(!isKind(kind), kind)
  }
})

test('a subscription gets the types that it wants, and no other', () => {
  assert.ok(wants(['order.*', 'deposit.credited'], 'order.done'))
  assert.ok(wants(['order.*', 'deposit.credited'], 'deposit.credited'))
  assert.ok(!wants(['order.*', 'deposit.credited'], 'deposit.rejected'))
  assert.ok(wants(['*'], 'break.opened'))
})
