import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { userId } from '../../base/values/ids.ts'
import { idr, money } from '../../base/values/money.ts'
import {
  contradicts,
  creditFor,
  noticesFor,
  type PaidIn,
  postingFor,
  recordOf,
  withinSupply,
} from './paid-in.rules.ts'

const units = fc.bigInt(0n, 10n ** 20n)
const paid = (amount: bigint, owner: PaidIn['owner'] = { user: userId(7) }): PaidIn => ({
  provider: 'payx',
  ref: 'payment-1',
  method: 'VA',
  owner,
  amount: money(idr, amount),
  bankCode: 'BCA',
  accountNumber: '001',
})
const fee = (amount: bigint) => money(idr, amount)

test('the credit and the fee add up to the payment, none below zero', () => {
  fc.assert(
    fc.property(units, units, (amount, charge) => {
      const credit = creditFor(paid(amount), fee(charge))
      assert.equal(credit.credited.units + credit.fee.units, amount)
      assert.ok(credit.credited.units >= 0n && credit.fee.units >= 0n)
      assert.ok(credit.fee.units <= charge)
      assert.equal(credit.feeExceeds, charge > amount)
    }),
  )
})

test('a payment without an owner is stored whole and charged nothing', () => {
  const credit = creditFor(paid(500n, { suspense: 'unknown-account' }), fee(44n))
  assert.deepEqual([credit.user, credit.fee.units, credit.credited.units], [null, 0n, 0n])
  const { moves } = postingFor(credit)
  assert.deepEqual(
    moves.map(({ to, amount }) => [to.kind, amount.units]),
    [['suspense', 500n]],
  )
})

test('the postings of a payment take from payx exactly its amount', () => {
  fc.assert(
    fc.property(units, units, fc.boolean(), (amount, charge, known) => {
      const owner = known ? { user: userId(7) } : { suspense: 'unknown-account' }
      const { moves } = postingFor(creditFor(paid(amount, owner), fee(charge)))
      assert.ok(moves.every(({ from }) => from.kind === 'payx'))
      assert.equal(
        moves.reduce((sum, move) => sum + move.amount.units, 0n),
        amount,
      )
    }),
  )
})

test('credits below the supply cap go through in order, and those above it wait', () => {
  fc.assert(
    fc.property(fc.array(units, { maxLength: 12 }), units, (amounts, headroom) => {
      const credits = withinSupply(
        amounts.map((amount) => creditFor(paid(amount), fee(0n))),
        headroom,
      )
      const owed = credits.reduce((sum, { credited }) => sum + credited.units, 0n)
      assert.ok(owed <= headroom)
      for (const [at, credit] of credits.entries()) {
        const before = credits.slice(0, at).reduce((sum, one) => sum + one.credited.units, 0n)
        assert.equal(credit.user === null, before + (amounts[at] ?? 0n) > headroom)
        assert.equal(credit.reason, credit.user === null ? 'supply-cap' : null)
      }
    }),
  )
})

test('only another amount or another account contradicts the record', () => {
  const first = recordOf(paid(500n))
  assert.equal(contradicts({ ...paid(500n), bankCode: 'BNI', method: 'QRIS' }, first), false)
  assert.equal(contradicts(paid(501n), first), true)
  assert.equal(contradicts({ ...paid(500n), accountNumber: '1' }, first), true)
  assert.equal(contradicts({ ...paid(500n), accountNumber: null }, first), true)
})

test('a virtual account is reported as A, a QR code as B', () => {
  const notices = (method: PaidIn['method']) =>
    noticesFor(creditFor({ ...paid(500n), method }, fee(44n))).map((notice) =>
      notice.to === 'user' ? [notice.kind, notice.report, notice.data.credited] : [notice.kind],
    )
  assert.deepEqual(notices('VA'), [['deposit-completed', 'A', '4.56']])
  assert.deepEqual(notices('QRIS'), [['deposit-completed', 'B', '4.56']])
})
