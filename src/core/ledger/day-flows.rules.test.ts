import assert from 'node:assert/strict'
import { test } from 'node:test'
import { userId } from '../../base/values/ids.ts'
import { idr, money } from '../../base/values/money.ts'
import { available, house, locked } from './accounts.ts'
import { flowsOf } from './day-flows.rules.ts'
import type { Move, Posting } from './post.rules.ts'

const user = userId(1)

const moved = (from: Move['from'], to: Move['to'], units: bigint): Move => ({
  from,
  to,
  amount: money(idr, units),
})

const deposit = (ref: string, credited: bigint, fee: bigint): Posting => ({
  key: `deposit:payx:${ref}`,
  action: 'DEPOSIT',
  moves: [
    moved(house('payx'), available(user), credited),
    moved(house('payx'), house('fees'), fee),
  ],
  paidBy: 'va',
})

const inWords = (...postings: readonly Posting[]) =>
  flowsOf(postings).map(({ flow, method, units, items }) => `${flow} ${method} ${units} ${items}`)

test('a deposit is counted once with its fee, by payment method', () => {
  assert.deepEqual(inWords(deposit('1', 90n, 10n)), ['in va 100 1', 'fees deposit 10 1'])
})

test('postings of one flow, method and asset are one sum', () => {
  const both = inWords(deposit('1', 90n, 10n), deposit('2', 50n, 5n))
  assert.deepEqual(both, ['in va 155 2', 'fees deposit 15 2'])
})

test('outflows are counted by method, a returned payment as such', () => {
  const paid = (key: string, kind: 'custody' | 'payx'): Posting => ({
    key,
    action: 'WITHDRAWAL',
    moves: [moved(locked(user), house(kind), 70n), moved(locked(user), house('fees'), 3n)],
  })
  assert.deepEqual(inWords(paid('withdrawal:1', 'payx')), [
    'out payout 70 1',
    'fees withdrawal 3 1',
  ])
  assert.deepEqual(inWords(paid('late:1', 'custody')), ['out coin 70 1', 'fees withdrawal 3 1'])
  assert.deepEqual(inWords(paid('suspense:1', 'payx'))[0], 'out returned 70 1')
})

test('a fill counts its quote amount, and the venue takes its commission from the fees', () => {
  const fill: Posting = {
    key: 'fill:1:4711',
    action: 'TRADE',
    moves: [
      moved(locked(user), house('venue'), 1_000n),
      moved(house('venue'), house('fees'), 15n),
      moved(house('fees'), house('venue'), 10n),
    ],
    trade: { side: 'buy', amount: money(idr, 1_000n) },
  }
  assert.deepEqual(inWords(fill), ['fees trade 5 1', 'trade buy 1000 1'])
})

const one = (key: string, from: Move['from'], to: Move['to']) =>
  inWords({ key, action: 'DEPOSIT', moves: [moved(from, to, 5n)] })

test('an inflow is named by what was paid in, and how', () => {
  const by = (key: string, kind: 'custody' | 'payx' | 'payd' | 'bank') =>
    one(key, house(kind), available(user))
  assert.deepEqual(by('coin-deposit:1', 'custody'), ['in coin 5 1'])
  assert.deepEqual(by('reversal:1', 'payx'), ['in returned 5 1'])
  assert.deepEqual(by('deposit:1', 'bank'), ['in claim 5 1'])
  assert.deepEqual(by('deposit:1', 'payd'), ['in other 5 1'])
  assert.deepEqual(by('correction:1', 'payx'), ['in other 5 1'])
  // Whatever else names a way to pay is no deposit.
  const paid = { ...deposit('1', 90n, 10n), key: 'correction:1' }
  assert.deepEqual(inWords(paid), ['in other 100 1', 'fees other 10 1'])
})

test('an outflow that is no withdrawal has no method of one', () => {
  assert.deepEqual(one('correction:1', available(user), house('custody')), ['out other 5 1'])
  assert.deepEqual(one('correction:1', available(user), house('payd')), ['out other 5 1'])
})

test('income is named by what the fee was for, the tax in it by the same', () => {
  assert.deepEqual(one('reversal:1', house('fees'), locked(user)), ['fees withdrawal -5 1'])
  assert.deepEqual(one('deposit:1', house('fees'), house('vat')), ['fees deposit -5 1'])
  assert.deepEqual(one('promotion:1', house('fees'), available(user)), ['fees other -5 1'])
})

test('moves within the house or of one user are no flow', () => {
  const within: Posting = {
    key: 'hold:order:1',
    action: 'HOLD',
    moves: [moved(available(user), locked(user), 5n), moved(house('payx'), house('bank'), 7n)],
  }
  assert.deepEqual(inWords(within), [])
})
