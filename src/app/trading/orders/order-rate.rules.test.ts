import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assetId, pairId } from '../../../base/values/ids.ts'
import { idr } from '../../../base/values/money.ts'
import { beyondBounds, newTally, rateOf, type Tally } from './order-rate.rules.ts'
import type { Placed, Trader } from './trading-eligibility.sql.ts'

const base = { id: assetId(3), symbol: 'BTC', scale: 8 }
const pair = { id: pairId(1), txPair: 'BTC_IDR', venueSymbol: 'BTCIDR', base, quote: idr }
const trading = { mostOpen: 7, ordersIn10Seconds: 5, ordersADay: 50 }

type Use = Readonly<{
  placed?: Partial<Placed>
  openOrders?: number
  inPair?: number
  tally?: Tally
  ofSymbol?: number
  ofAll?: number | null
}>

const placedOf = (placed: Partial<Placed> = {}): Placed => ({
  ...{ inTenSeconds: 0, restMs: 2_500, today: 0, dayRestMs: 3_600_000 },
  ...placed,
})

/** The refusal of one more order: its key and the seconds after which it may be repeated. */
function refusal(use: Use = {}) {
  const { openOrders = 0, inPair = 0, tally = newTally(), ofSymbol = 200, ofAll = null } = use
  const trader: Trader = {
    state: 'fit',
    openOrders,
    openInPair: new Map([['1', inPair]]),
    placed: placedOf(use.placed),
  }
  const openCaps = { ofSymbol: () => ofSymbol, ofAll: () => ofAll }
  const refused = beyondBounds({ pair }, { tally, trader, trading, openCaps })
  return refused === null ? null : [refused.key, refused.details.retryAfterSeconds]
}

const taken = (count: number, inPair = 0): Tally => ({
  taken: count,
  inPair: new Map([['1', inPair]]),
})
const tooMany = (seconds: number) => ['api.too_many_requests', seconds]
const tooManyOpen = ['api.too_many_open_orders', undefined]

describe('one more order', () => {
  test('is within the limits, and refused without its user', () => {
    assert.equal(refusal(), null)
    const openCaps = { ofSymbol: () => 200, ofAll: () => null }
    const of = { tally: newTally(), trader: undefined, trading, openCaps }
    assert.equal(beyondBounds({ pair }, of)?.key, 'api.too_many_open_orders')
  })

  test('waits for the next day after the orders of a day, those of its batch with them', () => {
    assert.equal(refusal({ placed: { today: 49 } }), null)
    assert.deepEqual(refusal({ placed: { today: 50 } }), tooMany(3_600))
    assert.deepEqual(refusal({ placed: { today: 49 }, tally: taken(1) }), tooMany(3_600))
  })

  test('waits until the oldest order of the last ten seconds is older', () => {
    assert.equal(refusal({ placed: { inTenSeconds: 4 } }), null)
    assert.deepEqual(refusal({ placed: { inTenSeconds: 5 } }), tooMany(3))
    assert.deepEqual(refusal({ placed: { inTenSeconds: 5, restMs: 0 } }), tooMany(1))
    assert.deepEqual(refusal({ placed: { inTenSeconds: 3 }, tally: taken(2) }), tooMany(3))
    // All of them are of this batch, so the oldest is as young as it can be.
    assert.deepEqual(refusal({ tally: taken(5) }), tooMany(10))
  })

  test('is refused beyond the open orders of a user', () => {
    assert.equal(refusal({ openOrders: 6 }), null)
    assert.deepEqual(refusal({ openOrders: 7 }), tooManyOpen)
    assert.deepEqual(refusal({ openOrders: 6, tally: taken(1) }), tooManyOpen)
  })

  test('leaves more than nine tenths of what the venue accepts to others', () => {
    assert.equal(refusal({ inPair: 1, ofSymbol: 30 }), null)
    assert.deepEqual(refusal({ inPair: 2, ofSymbol: 30 }), tooManyOpen)
    assert.deepEqual(refusal({ inPair: 1, tally: taken(1, 1), ofSymbol: 30 }), tooManyOpen)
    assert.equal(refusal({ inPair: 2, ofSymbol: 31 }), null)
    assert.equal(refusal({ openOrders: 2, ofAll: 40 }), null)
    assert.deepEqual(refusal({ openOrders: 3, ofAll: 40 }), tooManyOpen)
    assert.equal(refusal({ openOrders: 6, ofAll: 1_000 }), null)
    assert.deepEqual(refusal({ openOrders: 7, ofAll: 1_000 }), tooManyOpen)
  })

  test('is always one, however little the venue accepts', () => {
    assert.equal(refusal({ ofSymbol: 1, ofAll: 1 }), null)
  })
})

test('the rate shows what is left of ten seconds or of the day, never below zero', () => {
  const rate = (placed: Partial<Placed>, count = 0) =>
    rateOf({ placed: placedOf(placed) }, taken(count), trading)
  assert.deepEqual(rate({}), { most: 5, left: 5, resetSeconds: 10 })
  assert.deepEqual(rate({ inTenSeconds: 2 }), { most: 5, left: 3, resetSeconds: 3 })
  assert.deepEqual(rate({ inTenSeconds: 2 }, 2), { most: 5, left: 1, resetSeconds: 3 })
  assert.equal(rate({ inTenSeconds: 2, today: 49 }).left, 1)
  assert.equal(rate({ inTenSeconds: 5 }, 2).left, 0)
})
