import assert from 'node:assert/strict'
import { test } from 'node:test'
import { userId } from '../../../base/values/ids.ts'
import { idr, whole, zero } from '../../../base/values/money.ts'
import {
  assignment,
  originOf,
  returned,
  type SuspenseItem,
  sharesOfRefund,
} from './suspense-item.rules.ts'

const user = userId(7)
const amount = whole(idr, 1_000n)

const item = (source: string, reference: string): SuspenseItem => ({
  id: 5,
  source,
  reference,
  amount,
  inWords: null,
  reason: 'unknown-account',
  data: { bank: 'BCA', account: '1' },
  state: 'open',
  assignedUser: null,
  decidedBy: null,
  decidedAt: null,
  createdAt: new Date(0),
})

test('an item names its original deposit, also with colons in names', () => {
  assert.deepEqual(originOf(item('payx VA', 'payx:pay:1')), {
    kind: 'CASH',
    provider: 'payx',
    method: 'VA',
    ref: 'pay:1',
  })
  assert.deepEqual(originOf(item('payd ORDER', 'payd:D1')), {
    kind: 'CASH',
    provider: 'payd',
    method: 'ORDER',
    ref: 'D1',
  })
  assert.deepEqual(originOf(item('custody COIN', 'a:b:0')), {
    kind: 'COIN',
    custodyId: 'a:b',
    output: '0',
  })
  assert.throws(() => originOf(item('mars VA', 'mars:1')), /unknown source/)
  assert.throws(() => originOf(item('custody COIN', 'no-output')), /unknown source/)
})

test('every resolution of an item is posted under one key', () => {
  const va = item('payx VA', 'payx:1')
  const given = assignment(va, amount, user, whole(idr, 4n)).posting
  const back = returned(va, amount, 'payx')
  assert.equal(given.key, back.key)
  assert.deepEqual(
    given.moves.map(({ from, to, amount: { units } }) => [from.kind, to.kind, units]),
    [
      ['suspense', 'available', 99_600n],
      ['suspense', 'fees', 400n],
    ],
  )
  assert.deepEqual(
    back.moves.map(({ from, to, amount: { units } }) => [from.kind, to.kind, units]),
    [['suspense', 'payx', 100_000n]],
  )
})

test('a fee larger than the item takes all of it, and coins pay no fee', () => {
  const eaten = assignment(item('payx VA', 'payx:1'), amount, user, whole(idr, 5_000n))
  assert.deepEqual([eaten.credited, eaten.fee], [zero(idr), amount])
  const coin = assignment(item('custody COIN', 'c:0'), amount, user, whole(idr, 5n))
  assert.deepEqual([coin.credited, coin.fee], [amount, zero(idr)])
})

test('refunds in parts take from a user what was credited, and the rest from the fee', () => {
  const rupiah = (value: bigint) => whole(idr, value)
  const payment = {
    amount: rupiah(100n),
    fee: rupiah(5n),
    charged: rupiah(0n),
    returned: rupiah(0n),
  }
  const shares = (change: Partial<typeof payment>, amount: bigint) => {
    const found = sharesOfRefund({ ...payment, ...change }, rupiah(amount))
    return found === null ? null : [found.charged.units / 100n, found.fee.units / 100n]
  }
  assert.deepEqual(shares({}, 95n), [95n, 0n])
  assert.deepEqual(shares({}, 100n), [95n, 5n])
  assert.deepEqual(shares({ charged: rupiah(60n) }, 40n), [35n, 5n])
  assert.deepEqual(shares({ charged: rupiah(97n) }, 3n), [0n, 3n])
  assert.equal(shares({ charged: rupiah(60n) }, 41n), null, 'more than was paid')
  // A part left suspense before the rest was assigned.
  assert.deepEqual(shares({ returned: rupiah(40n) }, 60n), [55n, 5n])
  assert.equal(shares({ returned: rupiah(40n) }, 61n), null)
})
