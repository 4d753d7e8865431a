import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestId } from '../../base/values/ids.ts'
import { idr, money } from '../../base/values/money.ts'
import { type AtProvider, fits, type OwnBalance, transferBreak } from './break.rules.ts'

const kept = (before: bigint, after: bigint, leaving = 0n, opening = 0n): OwnBalance => ({
  before: money(idr, before),
  after: money(idr, after),
  leaving: money(idr, leaving),
  opening: money(idr, opening),
})

test("a balance fits if it equals the ledger plus the house's own money", () => {
  assert.equal(fits(100n, kept(100n, 100n)), true)
  assert.equal(fits(150n, kept(100n, 100n, 0n, 50n)), true)
  assert.equal(fits(99n, kept(100n, 100n)), false)
  assert.equal(fits(101n, kept(100n, 100n)), false)
})

test('a balance fits if the ledger had it at any time during the query', () => {
  for (const theirs of [100n, 110n, 120n]) assert.equal(fits(theirs, kept(100n, 120n)), true)
  for (const theirs of [100n, 110n, 120n]) assert.equal(fits(theirs, kept(120n, 100n)), true)
  assert.equal(fits(121n, kept(100n, 120n)), false)
})

test('outgoing money may already be missing, and no more than that', () => {
  assert.equal(fits(70n, kept(100n, 100n, 30n)), true)
  assert.equal(fits(100n, kept(100n, 100n, 30n)), true)
  assert.equal(fits(69n, kept(100n, 100n, 30n)), false)
})

const at = (stage: AtProvider['stage'], paid = stage === 'paid' ? 1 : 0): AtProvider => ({
  stage,
  words: stage,
  paid,
})
const ours = (status: string, isReversed = false) => ({
  requestId: requestId('wd-00000001'),
  provider: 'payx' as const,
  status,
  isReversed,
  symbol: 'IDR',
  replacedBy: null,
})

test('a success that was paid and a failure that was not agree', () => {
  assert.equal(transferBreak(ours('SUCCESS'), at('paid')), null)
  for (const stage of ['unpaid', 'absent', 'given-back'] as const) {
    assert.equal(transferBreak(ours('FAILED'), at(stage)), null)
  }
  assert.equal(transferBreak(ours('SUCCESS', true), at('given-back')), null)
})

test('a success that was not paid, and a failure that was or may be, differ', () => {
  for (const stage of ['unpaid', 'absent', 'given-back', 'open'] as const) {
    assert.equal(transferBreak(ours('SUCCESS'), at(stage))?.kind, 'transfer')
  }
  for (const stage of ['paid', 'open'] as const) {
    assert.equal(transferBreak(ours('FAILED'), at(stage))?.kind, 'transfer')
  }
  assert.equal(transferBreak(ours('SUCCESS', true), at('paid'))?.kind, 'transfer')
})

test('a withdrawal that was paid twice is reported as such, in any state here', () => {
  assert.equal(transferBreak(ours('SUCCESS'), at('paid', 2))?.kind, 'sent-twice')
  assert.equal(transferBreak(ours('FAILED'), at('paid', 2))?.kind, 'sent-twice')
})
