import assert from 'node:assert/strict'
import { test } from 'node:test'
import { venueBudget } from './budget.ts'

function set() {
  const time = { ms: 1_800_000_000_000 }
  const budget = venueBudget({ now: () => new Date(time.ms), monotonicMs: () => time.ms })
  budget.learn([
    { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 100 },
    { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 2 },
    { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: 1 },
  ])
  const hear = (status: number, headers: Readonly<Record<string, string>> = {}) =>
    budget.hear({ status, headers })
  return { time, budget, hear }
}

test('market data stops at half of a minute, the account later, orders last', () => {
  const { budget, hear } = set()
  hear(200, { 'x-mbx-used-weight-1m': '50' })
  assert.equal(budget.enter('market', 1), 60)
  assert.equal(budget.enter('account', 20), null)
  hear(200, { 'x-mbx-used-weight-1m': '80' })
  assert.equal(budget.enter('account', 1), 60)
  assert.equal(budget.enter('order', 1), null)
  hear(200, { 'x-mbx-used-weight-1m': '95' })
  assert.equal(budget.enter('order', 1), 60)
})

test('with the next minute all may be asked again', () => {
  const { budget, hear, time } = set()
  hear(200, { 'x-mbx-used-weight-1m': '99' })
  time.ms += 59_000
  assert.equal(budget.enter('market', 1), 1)
  time.ms += 1_000
  assert.equal(budget.enter('market', 1), null)
})

test('orders are counted in ten seconds, whatever else is asked', () => {
  const { budget, hear, time } = set()
  assert.equal(budget.enter('order', 1), null)
  hear(200, { 'x-mbx-order-count-10s': '2' })
  assert.equal(budget.enter('order', 1), 10)
  assert.equal(budget.enter('account', 1), null)
  time.ms += 10_000
  assert.equal(budget.enter('order', 1), null)
})

test('after a no nothing is asked for as long as it says, a ban of days included', () => {
  const { budget, hear, time } = set()
  hear(429, { 'retry-after': '30' })
  assert.equal(budget.enter('order', 1), 30)
  hear(418, { 'retry-after': '999999999' })
  assert.equal(budget.enter('order', 1), 3 * 86_400)
  time.ms += 3 * 86_400_000
  assert.equal(budget.enter('order', 1), null)
  hear(429)
  assert.equal(budget.enter('market', 1), 60)
})
