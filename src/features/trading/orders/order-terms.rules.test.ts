import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Money, money, perMillion } from '../../../base/money.ts'
import { parseRatio, type Ratio } from '../../../base/ratio.ts'
import type { Pair } from '../../../reference/pairs.sql.ts'
import { differencesOf } from '../market/pair-difference.rules.ts'
import { amountOf, costAt, fitsFilters, limitRefusal, ratioOf } from './order-terms.rules.ts'

const base = { id: 3, symbol: 'BTC', scale: 8 }
const quote = { id: 1, symbol: 'IDR', scale: 2 }

const pair: Pair = {
  id: 1,
  txPair: 'BTC_IDR',
  venueSymbol: 'BTCIDR',
  base,
  quote,
  category: {
    id: 1,
    code: 'RUPIAH',
    name: '',
    nameId: '',
    buyFee: perMillion(1_000n),
    sellFee: perMillion(1_000n),
  },
  active: true,
  sort: 1,
  priceTick: money(quote, 100n),
  lotStep: money(base, 1_000n),
  minQuantity: money(base, 1_000n),
  maxQuantity: money(base, 300_000_000n),
  maxMarketQuantity: money(base, 50_000_000n),
  minNotional: money(quote, 2_000_000n),
  maxNotional: money(quote, 900_000_000_000n),
}

const market: Ratio = parseRatio('1000000000') ?? { numerator: 1n, denominator: 1n }
const volume = (digits: string): Money => amountOf(base, digits) ?? money(base, 0n)
const price = (digits: string): Money => amountOf(quote, digits) ?? money(quote, 0n)

const limit = (size: string, at: string) =>
  fitsFilters(pair, { side: 'BUY', type: 'LIMIT', volume: volume(size), price: price(at) }, market)
const atMarket = (size: string) =>
  fitsFilters(pair, { side: 'BUY', type: 'MARKET', volume: volume(size), price: null }, market)

test('every bound of a pair lets its own value through and nothing beyond it', () => {
  assert.ok(limit('0.00002', '1000000000'))
  assert.ok(!limit('0.00001', '1000000000'))
  assert.ok(limit('3', '1000000000'))
  assert.ok(!limit('3.00001', '1000000000'))
  assert.ok(limit('3', '3000000000'))
  assert.ok(!limit('3', '3000000001'))
  assert.ok(!limit('0.01', '1000000000.5'))
  assert.ok(!limit('0.000025', '1000000000'))
  assert.ok(atMarket('0.5'))
  assert.ok(!atMarket('0.50001'))
  assert.ok(!atMarket('0.00001'))
})

test('what an order costs is rounded up, and digits an asset has not are no amount', () => {
  assert.equal(costAt(pair, volume('0.00000001'), ratioOf(price('0.5'))).units, 1n)
  assert.equal(amountOf(base, '0.000000001'), null)
  assert.equal(amountOf(quote, '1e3'), null)
})

test('a limit at the market is on both its right sides', () => {
  const at = (side: 'BUY' | 'SELL', digits: string) =>
    limitRefusal({ side, type: 'LIMIT', volume: volume('1'), price: price(digits) }, market)
  assert.equal(at('BUY', '1000000000'), null)
  assert.equal(at('SELL', '1000000000'), null)
  assert.equal(at('BUY', '1000000000.01'), 'api.limit_buy_price_too_high')
  assert.equal(at('SELL', '999999999.99'), 'api.limit_sell_price_too_low')
  const none = { side: 'BUY', type: 'MARKET', volume: volume('1'), price: null } as const
  assert.equal(limitRefusal(none, market), null)
})

const venues = (change: Readonly<Record<string, string>> = {}) => ({
  symbol: 'BTCIDR',
  status: 'TRADING',
  baseAsset: 'BTC',
  quoteAsset: 'IDR',
  orderTypes: [],
  filters: [
    { filterType: 'PRICE_FILTER', tickSize: '1.00', ...change },
    { filterType: 'LOT_SIZE', stepSize: '0.00001000', minQty: '0.00001', maxQty: '3', ...change },
    { filterType: 'MIN_NOTIONAL', minNotional: '20000.00', ...change },
  ],
})

test('bounds are the same however the venue writes them, and one it has not binds nobody', () => {
  assert.deepEqual(differencesOf(pair, venues()), [])
  assert.deepEqual(differencesOf(pair, venues({ maxQty: '0.00000000' })), [])
})

test('a difference says whether orders get through here that the venue refuses', () => {
  const looser = (change: Readonly<Record<string, string>>) =>
    differencesOf(pair, venues(change)).map((difference) => difference.looser)
  assert.deepEqual(looser({ tickSize: '0.50' }), [false])
  assert.deepEqual(looser({ tickSize: '0.30' }), [true])
  assert.deepEqual(looser({ minQty: '0.00002' }), [true])
  assert.deepEqual(looser({ minNotional: '10000' }), [false])
  assert.deepEqual(looser({ maxQty: '2' }), [true])
  const halted = differencesOf(pair, { ...venues(), status: 'HALT' })
  assert.deepEqual(halted, [{ bound: 'status', venue: 'HALT', looser: true }])
})
