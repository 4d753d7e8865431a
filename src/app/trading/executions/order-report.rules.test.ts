import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assetId, orderId, orderNo, pairId, userId } from '../../../base/values/ids.ts'
import { type Asset, idr, money, perMillion } from '../../../base/values/money.ts'
import type { Market } from '../order-model/hints.sql.ts'
import type { Order } from '../order-model/order.rules.ts'
import { tradingLimits } from '../trading-limits.ts'
import {
  doubtOfTrade,
  isBeyondLimit,
  isOnlyAccepted,
  isUnqueried,
  type OrderReport,
  type ReportedTrade,
  readOrderReport,
  readTrade,
} from './order-report.rules.ts'

const btc: Asset = { id: assetId(3), symbol: 'BTC', scale: 8 }
const pair = { id: pairId(1), txPair: 'BTC_IDR', venueSymbol: 'BTCIDR', base: btc, quote: idr }

/** A buy of half a bitcoin at up to a thousand rupiah. */
const order: Order = {
  id: orderId(1),
  orderNo: orderNo('TK-1'),
  user: userId(7),
  pair,
  side: 'BUY',
  type: 'LIMIT',
  volume: money(btc, 50_000_000n),
  price: money(idr, 1_000_00n),
  limit: money(idr, 1_000_00n),
  fee: perMillion(0n),
  held: 500_00n,
  freed: 0n,
  status: 'CREATE',
  venueOrderId: '42',
  executed: { volume: 0n, quote: 0n, commission: 0n, tax: 0n },
  finalVolume: null,
  reason: null,
  incident: null,
  cancelRequested: false,
  ownCancel: false,
  absentCounts: true,
  attempts: 0,
  createdAt: new Date(1_000_000_000),
}

const trade: ReportedTrade = {
  id: '5',
  price: '999.5',
  quantity: '0.10000000',
  quote: '99.95',
  commission: '0.0001',
  commissionAsset: 'BTC',
  atMs: 1_000_001_000,
}

const reportWith = (change: Partial<OrderReport> = {}): OrderReport => ({
  orderNo: orderNo('TK-1'),
  venueOrderId: '42',
  symbol: 'BTCIDR',
  side: 'BUY',
  quantity: '0.50000000',
  stage: 'open',
  executed: '0.10000000',
  trades: [trade],
  reason: null,
  source: 'query',
  ...change,
})

const fill = {
  tradeId: '5',
  price: '999.5',
  volume: 10_000_000n,
  quote: 99_95000000n,
  commission: 10_000n,
  commissionAsset: 'BTC',
  at: new Date(1_000_001_000),
}

describe('a report', () => {
  test('of its order is read in units', () => {
    const read = { ok: true, fills: [fill], executed: 10_000_000n, ended: false }
    assert.deepEqual(readOrderReport(order, reportWith()), read)
    const ended = readOrderReport(order, reportWith({ stage: 'ended' }))
    assert.deepEqual(ended, { ...read, ended: true })
    const whole = reportWith({ executed: '0.5', trades: [] })
    assert.deepEqual(readOrderReport(order, whole), {
      ...{ ok: true, fills: [], executed: 50_000_000n, ended: false },
    })
  })

  test('that we queried fits with a quantity that was lowered at the venue', () => {
    assert.ok(readOrderReport(order, reportWith({ quantity: '0.4' })).ok)
  })
  test('fits without a quantity, and an order without an id at the venue', () => {
    assert.ok(readOrderReport(order, reportWith({ quantity: null })).ok)
    assert.ok(readOrderReport({ ...order, venueOrderId: null }, reportWith()).ok)
  })

  test('of another order is refused, with the reason', () => {
    const whyNot = (change: Partial<OrderReport>) => {
      const read = readOrderReport(order, reportWith(change))
      return read.ok ? null : read.why
    }
    assert.equal(whyNot({ symbol: 'ETHIDR' }), 'it is an order for ETHIDR')
    assert.equal(whyNot({ side: 'SELL' }), 'it is an order to SELL')
    assert.equal(whyNot({ venueOrderId: '43' }), 'it is order 43 of the venue, not 42')
    assert.equal(whyNot({ quantity: '0.6' }), 'its quantity is 0.6, not 0.5')
    const lowered = 'its quantity is 0.4, not 0.5'
    assert.equal(whyNot({ quantity: '0.4', source: 'event' }), lowered)
    assert.equal(whyNot({ quantity: '0.500000001' }), 'its quantity is 0.500000001, not 0.5')
    assert.equal(whyNot({ executed: '0.50000001' }), '0.50000001 were executed')
    assert.equal(whyNot({ executed: 'much' }), 'much were executed')
    const trades = [{ ...trade, quantity: '0' }]
    assert.equal(whyNot({ trades }), 'of trade 5: 0 is not a quantity')
  })

  test('says only that the order was accepted if it executed nothing', () => {
    const accepted = { stage: 'accepted', executed: '0', trades: [] } as const
    assert.ok(isOnlyAccepted(order, reportWith(accepted)))
    assert.ok(isOnlyAccepted(order, reportWith({ ...accepted, venueOrderId: '43' })))
    assert.ok(!isOnlyAccepted(order, reportWith({ ...accepted, stage: 'open' })))
    assert.ok(!isOnlyAccepted(order, reportWith({ ...accepted, executed: '0.1' })))
    assert.ok(!isOnlyAccepted(order, reportWith({ ...accepted, trades: [trade] })))
    assert.ok(!isOnlyAccepted(order, reportWith({ ...accepted, symbol: 'ETHIDR' })))
  })

  test('is final only if we queried it', () => {
    assert.ok(!isUnqueried(reportWith({ source: 'query' })))
    assert.ok(
      isUnqueried(reportWith({ source: 'event' })) &&
        isUnqueried(reportWith({ source: 'placing' })),
    )
  })
})

describe('a reported trade', () => {
  test('is read in units and in parts of the venue', () => {
    assert.deepEqual(readTrade(order, trade), fill)
    const none = { ...trade, commission: '?', commissionAsset: null }
    assert.deepEqual(readTrade(order, none), { ...fill, commission: 0n, commissionAsset: null })
  })

  test('costs the product if the venue reports no amount, cut to its precision', () => {
    for (const quote of [null, '?']) assert.deepEqual(readTrade(order, { ...trade, quote }), fill)
    const tiny = { ...trade, quantity: '0.00000001', price: '0.99', quote: null }
    assert.deepEqual(readTrade(order, tiny), { ...fill, price: '0.99', volume: 1n, quote: 0n })
  })

  test('without a quantity or a price is none', () => {
    assert.equal(readTrade(order, { ...trade, quantity: '1e1' }), '1e1 is not a quantity')
    assert.equal(readTrade(order, { ...trade, price: '0' }), '0 is not a price')
  })
})

test('a trade is beyond the limit of a buy above it, of a sale below it', () => {
  const isBeyond = (side: 'BUY' | 'SELL', price: string, limit = order.limit) =>
    isBeyondLimit({ ...order, side, limit }, { price })
  assert.deepEqual(
    ['999.99', '1000', '1000.01'].map((price) => isBeyond('BUY', price)),
    [false, false, true],
  )
  assert.deepEqual(
    ['999.99', '1000', '1000.01'].map((price) => isBeyond('SELL', price)),
    [true, false, false],
  )
  assert.ok(!isBeyond('BUY', '1000.01', null))
  assert.ok(!isBeyond('BUY', '?'))
})

describe('a trade is in doubt', () => {
  const { hintSkewMs, queriedSkewMs } = tradingLimits
  const createdMs = order.createdAt.getTime()
  const now = new Date(createdMs + 5_000)
  const market: Market = {
    price: { numerator: 1_000n, denominator: 1n },
    now,
    pairClass: 'rupiah',
    rupiah: { base: null, quote: null },
  }
  const doubt = (
    source: OrderReport['source'],
    { atMs = createdMs, price = '1000' },
    of: Market | undefined = market,
  ) => doubtOfTrade(order, reportWith({ source }), { ...fill, price, at: new Date(atMs) }, of)

  test('outside of the time from its order until now, more narrowly if it was not queried', () => {
    for (const [source, skewMs] of [
      ['query', queriedSkewMs],
      ['event', hintSkewMs],
      ['placing', hintSkewMs],
    ] as const) {
      const [earliest, latest] = [createdMs - skewMs, now.getTime() + skewMs]
      assert.equal(doubt(source, { atMs: earliest }), null)
      assert.equal(doubt(source, { atMs: latest }), null)
      const inWords = (atMs: number) => `its time is ${new Date(atMs).toISOString()}`
      assert.equal(doubt(source, { atMs: earliest - 1 }), inWords(earliest - 1))
      assert.equal(doubt(source, { atMs: latest + 1 }), inWords(latest + 1))
    }
  })

  test('far from the last price, unless it was queried', () => {
    assert.equal(doubt('event', { price: '1050' }), null)
    assert.equal(doubt('event', { price: '950' }), null)
    assert.equal(doubt('event', { price: '1050.01' }), '1050.01 is far from the last price')
    assert.equal(doubt('event', { price: '949.99' }), '949.99 is far from the last price')
    assert.equal(doubt('query', { price: '5000' }), null)
  })

  test('without a recent price or a known pair', () => {
    const unpriced = { ...market, price: null }
    assert.equal(doubt('event', {}, unpriced), 'no recent price is known')
    assert.equal(doubt('event', { price: '?' }), 'no recent price is known')
    assert.equal(doubt('query', {}, unpriced), null)
    assert.equal(doubtOfTrade(order, reportWith(), fill, undefined), 'its pair is unknown')
  })
})
