import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { idr, whole } from '../../../base/values/money.ts'
import { type Approvable, approvalsFor } from './withdrawal-approval.rules.ts'

const rupiah = (amount: bigint) => whole(idr, amount)

const terms = {
  firstUseApprovalFrom: rupiah(10n),
  approvalFrom: rupiah(100n),
  twoApprovalsFrom: rupiah(1_000n),
  cooloffFree: rupiah(5n),
}

/** A small withdrawal of an old account to an address that it used before. */
const asked = (change: Partial<Approvable> = {}) =>
  approvalsFor(terms, {
    worth: rupiah(5n),
    destinationWorth: rupiah(5n),
    newDestinationsWorth: rupiah(0n),
    usedBefore: true,
    isNewAccount: false,
    coolingOff: [],
    coolingWorth: rupiah(0n),
    flags: [],
    ...change,
  })

/** The same to an address that was never used. */
const toNew = (change: Partial<Approvable> = {}) =>
  asked({ usedBefore: false, newDestinationsWorth: rupiah(5n), ...change })

test('a small withdrawal to a known destination needs no operator', () => {
  assert.deepEqual(asked(), { needed: 0, reasons: [] })
  assert.deepEqual(toNew(), { needed: 0, reasons: [] })
})

describe('an amount', () => {
  test('needs one operator from its bound on, and two from the higher one on', () => {
    assert.equal(asked({ worth: rupiah(99n) }).needed, 0)
    assert.deepEqual(asked({ worth: rupiah(100n) }), { needed: 1, reasons: ['large amount'] })
    assert.equal(asked({ worth: rupiah(999n) }).needed, 1)
    assert.deepEqual(asked({ worth: rupiah(1_000n) }), {
      needed: 2,
      reasons: ['very large amount', 'large amount'],
    })
  })

  test('without a price needs two operators', () => {
    assert.deepEqual(asked({ worth: rupiah(0n) }), { needed: 2, reasons: ['no price'] })
  })
})

describe('withdrawals of a day to one destination', () => {
  test('count as a sum', () => {
    assert.equal(asked({ destinationWorth: rupiah(99n) }).needed, 0)
    assert.deepEqual(asked({ destinationWorth: rupiah(100n) }), {
      needed: 1,
      reasons: ['large sum to this destination within 24 hours'],
    })
    assert.deepEqual(asked({ destinationWorth: rupiah(1_000n) }), {
      needed: 2,
      reasons: [
        'very large sum to this destination within 24 hours',
        'large sum to this destination within 24 hours',
      ],
    })
  })
})

describe('a new destination', () => {
  test('needs an operator from a lower sum on, of it or of all new ones', () => {
    const reasons = ['new destination']
    assert.equal(toNew({ destinationWorth: rupiah(9n) }).needed, 0)
    assert.deepEqual(toNew({ destinationWorth: rupiah(10n) }), { needed: 1, reasons })
    assert.equal(toNew({ newDestinationsWorth: rupiah(9n) }).needed, 0)
    assert.deepEqual(toNew({ newDestinationsWorth: rupiah(10n) }), { needed: 1, reasons })
  })

  test('is none if it was used before, whatever went to others', () => {
    assert.equal(asked({ newDestinationsWorth: rupiah(5_000n) }).needed, 0)
    assert.equal(asked({ destinationWorth: rupiah(10n) }).needed, 0)
  })

  test('needs two operators for a large sum', () => {
    assert.deepEqual(toNew({ newDestinationsWorth: rupiah(100n) }), {
      needed: 2,
      reasons: ['large sum to new destinations within 24 hours', 'new destination'],
    })
  })
})

describe('a recent change', () => {
  const coolingOff = ['password changed']

  test('needs an operator above what is free', () => {
    assert.equal(asked({ coolingOff, coolingWorth: rupiah(5n) }).needed, 0)
    assert.deepEqual(asked({ coolingOff, coolingWorth: rupiah(6n) }), {
      needed: 1,
      reasons: coolingOff,
    })
  })

  test('makes a large amount need two operators', () => {
    assert.equal(asked({ coolingOff, worth: rupiah(100n) }).needed, 2)
    assert.equal(asked({ coolingOff, worth: rupiah(99n) }).needed, 0)
  })
})

describe('a new account', () => {
  test('needs two operators for a large amount, and none for a small one', () => {
    assert.equal(asked({ isNewAccount: true }).needed, 0)
    assert.deepEqual(asked({ isNewAccount: true, worth: rupiah(100n) }), {
      needed: 2,
      reasons: ['large amount', 'a new account'],
    })
  })
})

test('a risk found elsewhere needs one operator, also beside a large amount', () => {
  const flags = ['sanctioned address']
  assert.deepEqual(asked({ flags }), { needed: 1, reasons: flags })
  assert.equal(asked({ flags, worth: rupiah(100n) }).needed, 1)
})
