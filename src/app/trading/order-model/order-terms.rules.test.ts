import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assetId, pairId } from '../../../base/values/ids.ts'
import { formatMoney, type Money, money, perMillion } from '../../../base/values/money.ts'
import { parseRatio, type Ratio } from '../../../base/values/ratio.ts'
import type { Pair } from '../../../core/reference/pairs.sql.ts'
import { differencesOf } from '../market/pair-difference.rules.ts'
import {
  amountOf,
  costAt,
  depthHolds,
  fitsFilters,
  limitRefusal,
  type MarketPrices,
  type OrderTerms,
  ratioOf,
  toHold,
  venueOrderOf,
  worstPriceOf,
} from './order-terms.rules.ts'

const base = { id: assetId(3), symbol: 'BTC', scale: 8 }
const quote = { id: assetId(1), symbol: 'IDR', scale: 2 }

const pair: Pair = {
  id: pairId(1),
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
  state: 'trading',
  stateSince: new Date(0),
  open: { BUY: true, SELL: true },
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

const atMarketTerms = (side: 'BUY' | 'SELL', size: string): OrderTerms => ({
  side,
  type: 'MARKET',
  volume: volume(size),
  price: null,
})
const limit = (size: string, at: string) => {
  const terms = { side: 'BUY', type: 'LIMIT', volume: volume(size), price: price(at) } as const
  return fitsFilters(pair, terms, terms.price)
}
const atMarket = (size: string, at = '1000000000') =>
  fitsFilters(pair, atMarketTerms('BUY', size), price(at))

test('every bound of a pair accepts its own value and nothing beyond it', () => {
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
  assert.ok(!atMarket('0.00002', '999999999'))
  assert.ok(!atMarket('0.5', '0'))
})

const usual = { bufferPpm: 20_000n, floorPpm: 50_000n }
const seen = (last: string, bid: string | null = null, ask: string | null = null): MarketPrices => {
  const read = (digits: string) => parseRatio(digits) ?? market
  return {
    price: read(last),
    bid: bid === null ? null : read(bid),
    ask: ask === null ? null : read(ask),
  }
}
const worst = (side: 'BUY' | 'SELL', prices: MarketPrices, reach = usual, of = pair) =>
  formatMoney(worstPriceOf(of, side, prices, reach))

test('a market order is bounded by the best price of its side, in ticks for the house', () => {
  const prices = seen('1000000050', '1000000000', '1000000049')
  assert.equal(worst('BUY', prices), '1020000049')
  assert.equal(worst('SELL', prices), '950000000')
  assert.equal(worst('SELL', seen('1000000050', '1000000001')), '950000001')
  assert.equal(worst('BUY', seen('1000000050')), '1020000051')
})

test('the best price itself is always within reach, even with coarse ticks', () => {
  const coarse = { ...pair, priceTick: money(quote, 10_000n) }
  assert.equal(worst('BUY', seen('101', null, '101'), usual, coarse), '200')
  assert.equal(worst('SELL', seen('199', '199'), usual, coarse), '100')
  assert.equal(worst('SELL', seen('99', '99'), usual, coarse), '0')
  const none = { bufferPpm: 0n, floorPpm: 1_000_000n }
  assert.equal(worst('BUY', seen('1000000000'), none), '1000000000')
  assert.equal(worst('SELL', seen('1000000000'), none), '1')
})

test('a hold covers the worst price for every volume, and freezes no less than the buffer', () => {
  const coarse = { ...pair, priceTick: money(quote, 10_000n) }
  for (const traded of [pair, coarse]) {
    for (const ask of ['99.5', '101', '16399', '1000000049', '1640000001']) {
      for (const size of ['0.00000001', '0.00001', '0.33333', '1']) {
        const terms = atMarketTerms('BUY', size)
        const prices = seen(ask, null, ask)
        const at = worstPriceOf(traded, 'BUY', prices, usual)
        const held = toHold(traded, terms, prices, { price: at, ...usual })
        assert.ok(held.units >= costAt(traded, terms.volume, ratioOf(at)).units)
        const asked = parseRatio(ask) ?? market
        const buffered = {
          numerator: asked.numerator * 102n,
          denominator: asked.denominator * 100n,
        }
        assert.ok(held.units >= costAt(traded, terms.volume, buffered).units)
      }
    }
  }
  const sale = atMarketTerms('SELL', '0.5')
  const sold = toHold(pair, sale, seen('1'), { price: price('1'), ...usual })
  assert.deepEqual(sold, sale.volume)
})

test('the depth holds a volume with only the offers within the worst price', () => {
  const level = (at: string, quantity: string) => ({ price: at, quantity })
  const depth = {
    bids: [level('99.00000000', '0.30000000'), level('95.00000000', '0.20000000')],
    asks: [level('101.00000000', '0.10000000'), level('102.00000000', '0.40000000')],
  }
  const holds = (side: 'BUY' | 'SELL', size: string, at: string) =>
    depthHolds(atMarketTerms(side, size), price(at), depth)
  assert.ok(holds('BUY', '0.5', '102'))
  assert.ok(!holds('BUY', '0.50000001', '102'))
  assert.ok(!holds('BUY', '0.5', '101.99'))
  assert.ok(!holds('BUY', '0.00000001', '100.99'))
  assert.ok(holds('SELL', '0.5', '95'))
  assert.ok(!holds('SELL', '0.30000001', '95.01'))
  assert.ok(!depthHolds(atMarketTerms('BUY', '1'), price('102'), { bids: [], asks: [] }))
})

test('a market order is sent as a limit order that is immediate or cancelled', () => {
  const sent = (terms: OrderTerms) => venueOrderOf(pair, terms, price('1020000000'), 'TK-1')
  const common = { symbol: 'BTCIDR', side: 'BUY', clientOrderId: 'TK-1', price: '1020000000' }
  const atOnce = { ...common, quantity: '0.5', rests: false }
  assert.deepEqual(sent(atMarketTerms('BUY', '0.5')), atOnce)
  const limited = { ...atMarketTerms('BUY', '0.5'), type: 'LIMIT' } as const
  assert.deepEqual(sent(limited), { ...atOnce, rests: true })
})

test('the cost of an order is rounded up, and excess digits are no amount', () => {
  assert.equal(costAt(pair, volume('0.00000001'), ratioOf(price('0.5'))).units, 1n)
  assert.equal(amountOf(base, '0.000000001'), null)
  assert.equal(amountOf(quote, '1e3'), null)
})

test('a limit at the market price is valid for both sides', () => {
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
  selfTradeModes: [],
  filters: [
    { filterType: 'PRICE_FILTER', tickSize: '1.00', ...change },
    { filterType: 'LOT_SIZE', stepSize: '0.00001000', minQty: '0.00001', maxQty: '3', ...change },
    { filterType: 'MIN_NOTIONAL', minNotional: '20000.00', ...change },
  ],
})

test("bounds do not depend on the venue's notation, and a missing one binds no order", () => {
  assert.deepEqual(differencesOf(pair, venues()), [])
  assert.deepEqual(differencesOf(pair, venues({ maxQty: '0.00000000' })), [])
})

test('a difference shows if we accept orders that the venue refuses', () => {
  const looser = (change: Readonly<Record<string, string>>) =>
    differencesOf(pair, venues(change)).map((difference) => difference.looser)
  assert.deepEqual(looser({ tickSize: '0.50' }), [false])
  assert.deepEqual(looser({ tickSize: '0.30' }), [true])
  assert.deepEqual(looser({ minQty: '0.00002' }), [true])
  assert.deepEqual(looser({ minNotional: '10000' }), [false])
  assert.deepEqual(looser({ maxQty: '2' }), [true])
  const halted = differencesOf(pair, { ...venues(), status: 'HALT' })
  assert.deepEqual(halted, [{ bound: 'status', field: null, venue: 'HALT', looser: true }])
})
