import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type VenueCallPurpose, venueBudget } from './budget.ts'
import type { OrderSlot } from './order-counts.ts'

/** A budget of 100 a minute: orders 35, prices 20, reconciliation 25, public reads 20. */
function set({ orders = 20, weight = 100 } = {}) {
  const time = { ms: 1_800_000_002_000 }
  const budget = venueBudget({ now: () => new Date(time.ms), monotonicMs: () => time.ms })
  budget.learn([
    { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: weight },
    { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: orders },
    { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: 100 },
  ])
  type Headers = Readonly<Record<string, string>>
  /** Returns null if the call was sent, else the seconds until it may be sent. */
  const attempt = (
    purpose: VenueCallPurpose,
    cost: number,
    headers: Headers = {},
    status = 200,
  ) => {
    const entered = budget.enter(purpose, cost)
    if (entered.kind === 'wait') return entered.seconds
    entered.readHead({ status, headers })
    return null
  }
  const times = (many: number, work: () => number | null) =>
    Array.from({ length: many }, work).filter((wait) => wait === null).length
  const take = (user: string): OrderSlot | string => {
    const taken = budget.take(user)
    return taken.kind === 'slot' ? taken : taken.why
  }
  return { time, budget, attempt, times, take }
}

test('public reads get a fifth of the budget and no more, in an idle minute too', () => {
  const { attempt, time, times } = set()
  assert.equal(
    times(50, () => attempt('public', 2)),
    10,
  )
  assert.equal(attempt('public', 1), 58)
  time.ms += 57_000
  assert.equal(attempt('public', 1), 1)
  time.ms += 1_000
  assert.equal(attempt('public', 1), null)
})

test('other requests never take the share of orders and cancels', () => {
  const { attempt, times } = set({ orders: 1_000 })
  times(200, () => attempt('public', 1))
  times(200, () => attempt('account', 1))
  times(200, () => attempt('price', 1))
  assert.ok(times(200, () => attempt('order', 1)) >= 30)
  assert.equal(attempt('cancel', 1), null)
})

test('cancels have a part that placing never uses up', () => {
  const { attempt, times } = set({ orders: 1_000 })
  times(200, () => attempt('order', 1))
  assert.ok(times(10, () => attempt('cancel', 1)) >= 5)
})

test('reconciliation may use the rest of prices and public reads, as time passes', () => {
  const { attempt, time, times } = set()
  assert.equal(
    times(100, () => attempt('account', 1)),
    26,
  )
  time.ms += 28_000
  const later = times(100, () => attempt('account', 1))
  assert.ok(later >= 15 && later <= 21, `${later}`)
  assert.equal(attempt('price', 1), null)
})

test('the usage of other nodes is read from the venue, and orders stay possible', () => {
  const { attempt } = set()
  assert.equal(attempt('price', 1, { 'x-mbx-used-weight-1m': '65' }), null)
  assert.equal(attempt('public', 1), 58)
  assert.equal(attempt('account', 1), 58)
  assert.equal(attempt('order', 1), null)
})

test('a report of the last minute does not count in the next one', () => {
  const { attempt, budget, time } = set()
  const late = budget.enter('price', 1)
  time.ms += 58_000
  assert.ok(late.kind === 'entered')
  late.readHead({ status: 200, headers: { 'x-mbx-used-weight-1m': '100' } })
  assert.equal(attempt('public', 1, { 'x-mbx-used-weight-1m': '100' }), null)
  assert.equal(attempt('public', 1), null)
})

test('orders are counted in ten seconds, beside any other requests', () => {
  const { attempt, time } = set({ orders: 2 })
  assert.equal(attempt('order', 1), null)
  assert.equal(attempt('order', 1, { 'x-mbx-order-count-10s': '2' }), null)
  assert.equal(attempt('order', 1), 8)
  assert.equal(attempt('cancel', 1), null)
  assert.equal(attempt('account', 1), null)
  time.ms += 8_000
  assert.equal(attempt('order', 1), null)
})

test('orders are counted in a day as well', () => {
  const { attempt } = set()
  assert.equal(attempt('order', 1, { 'x-mbx-order-count-1d': '100' }), null)
  const wait = attempt('order', 1)
  assert.ok(wait !== null && wait > 3_600)
  assert.equal(attempt('cancel', 1), null)
})

test('orders under way count before the venue has responded', () => {
  const { budget } = set({ orders: 2 })
  const first = budget.enter('order', 1)
  const second = budget.enter('order', 1)
  assert.equal(budget.enter('order', 1).kind, 'wait')
  assert.ok(first.kind === 'entered' && second.kind === 'entered')
  // The venue has not seen the second one yet.
  first.readHead({ status: 200, headers: { 'x-mbx-order-count-10s': '1' } })
  assert.equal(budget.enter('order', 1).kind, 'wait')
})

test('one user leaves slots for others, including users who come late', () => {
  const { take } = set({ orders: 20 })
  const greedy = Array.from({ length: 30 }, () => take('greedy'))
  assert.equal(greedy.filter((one) => typeof one !== 'string').length, 18)
  assert.equal(greedy.at(-1), 'user')
  assert.notEqual(typeof take('late'), 'string')
  assert.notEqual(typeof take('later'), 'string')
  assert.equal(take('last'), 'venue')
})

test('many callers each have a fair share of the slots', () => {
  const { take } = set({ orders: 20 })
  const users = ['a', 'b', 'c']
  const got = new Map(users.map((user) => [user, 0]))
  for (let round = 0; round < 20; round += 1) {
    for (const user of users) {
      if (typeof take(user) !== 'string') got.set(user, (got.get(user) ?? 0) + 1)
    }
  }
  assert.deepEqual([...got.values()], [6, 6, 6])
})

test('a released slot is free for others; a sent one is not', () => {
  const { budget, take } = set({ orders: 1 })
  const slot = take('one')
  assert.ok(typeof slot !== 'string')
  assert.equal(take('other'), 'venue')
  budget.release(slot)
  const again = take('other')
  assert.ok(typeof again !== 'string')
  const sent = budget.enter('order', 1, again)
  assert.ok(sent.kind === 'entered')
  sent.end()
  budget.release(again)
  assert.equal(take('one'), 'venue')
})

test('a slot of an expired window is counted again', () => {
  const { budget, take, time } = set({ orders: 1 })
  const slot = take('one')
  assert.ok(typeof slot !== 'string')
  time.ms += 10_000
  assert.notEqual(typeof take('other'), 'string')
  assert.equal(budget.enter('order', 1, slot).kind, 'wait')
})

test('after a refusal no request is sent for its time, a ban of days included', () => {
  const { attempt, budget, take, time } = set()
  attempt('price', 1, { 'retry-after': '30' }, 429)
  assert.equal(attempt('order', 1), 30)
  assert.equal(take('one'), 'venue')
  time.ms += 30_000
  attempt('price', 1, { 'retry-after': '999999999' }, 418)
  assert.equal(attempt('cancel', 1), 3 * 86_400)
  time.ms += 3 * 86_400_000
  assert.equal(attempt('order', 1), null)
  attempt('price', 1, {}, 429)
  assert.equal(attempt('price', 1), 60)
  assert.equal(budget.enter('public', 1).kind, 'wait')
})
