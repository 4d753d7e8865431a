import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assetId, orderId, orderNo, pairId, userId } from '../../../base/values/ids.ts'
import { money, perMillion } from '../../../base/values/money.ts'
import type { Order } from '../order-model/order.rules.ts'
import type { StoredFill } from './fills.sql.ts'
import type { OrderReport, ReportedTrade } from './order-report.rules.ts'
import { judge, type OrderKnowledge } from './order-report-step.rules.ts'

const btc = { id: assetId(3), symbol: 'BTC', scale: 8 }
const idr = { id: assetId(1), symbol: 'IDR', scale: 2 }

/** A buy of one bitcoin at up to a billion rupiah, open at the venue. */
const open: Order = {
  id: orderId(1),
  orderNo: orderNo('TK-1'),
  user: userId(7),
  pair: { id: pairId(1), txPair: 'BTC_IDR', venueSymbol: 'BTCIDR', base: btc, quote: idr },
  side: 'BUY',
  type: 'LIMIT',
  volume: money(btc, 100_000_000n),
  price: money(idr, 100_000_000_000n),
  limit: money(idr, 100_000_000_000n),
  fee: perMillion(0n),
  held: 100_000_000_000n,
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
}

const tradeOf = (id: string, quantity: string, price = '1000000000'): ReportedTrade => ({
  id,
  price,
  quantity,
  quote: null,
  commission: '0',
  commissionAsset: null,
  atMs: Date.UTC(2026, 10, 21),
})

const reportWith = (change: Partial<OrderReport>): OrderReport => ({
  orderNo: orderNo('TK-1'),
  venueOrderId: '42',
  symbol: 'BTCIDR',
  side: 'BUY',
  quantity: '1.00000000',
  stage: 'accepted',
  executed: '0.00000000',
  trades: [],
  reason: null,
  isAsked: false,
  ...change,
})

const nothingKnown: OrderKnowledge = { stored: new Map(), ratesOf: () => [] }
const knowing = (tradeId: string, fill: StoredFill): OrderKnowledge => ({
  ...nothingKnown,
  stored: new Map([[`1:${tradeId}`, fill]]),
})

const half = reportWith({
  stage: 'open',
  executed: '0.50000000',
  trades: [tradeOf('1', '0.5')],
})

test('fills count as they come, and the last of the volume ends an order as done', () => {
  const first = judge(open, half, nothingKnown)
  assert.deepEqual([first.outcome, first.order.status], ['settled', 'CREATE'])
  assert.equal(first.order.executed.volume, 50_000_000n)
  const rest = reportWith({ stage: 'ended', executed: '1', trades: [tradeOf('2', '0.5')] })
  const second = judge(first.order, rest, nothingKnown)
  assert.deepEqual([second.outcome, second.order.status], ['settled', 'DONE'])
})

test('a trade that was recorded counts no more', () => {
  const known = knowing('1', { orderId: orderId(1), volume: 50_000_000n, quote: 1n })
  const order = { ...open, executed: { ...open.executed, volume: 50_000_000n } }
  const { outcome, fills, order: after } = judge(order, half, known)
  assert.deepEqual([outcome, fills.length, after.executed.volume], ['repeated', 0, 50_000_000n])
})

test('a trade recorded with other figures queries the venue, then alerts an operator', () => {
  const known = knowing('1', { orderId: orderId(1), volume: 40_000_000n, quote: 1n })
  assert.equal(judge(open, half, known).outcome, 'to-ask')
  const asked = judge(open, { ...half, isAsked: true }, known)
  assert.equal(asked.outcome, 'doubtful')
  assert.match(asked.order.incident ?? '', /trade 1 was recorded/)
})

test('a trade recorded for another order queries the venue, then alerts an operator', () => {
  const known = knowing('1', { orderId: orderId(2), volume: 50_000_000n, quote: 1n })
  const hint = judge(open, half, known)
  assert.deepEqual([hint.outcome, hint.order, hint.fills], ['to-ask', open, []])
  const asked = judge(open, { ...half, isAsked: true }, known)
  assert.deepEqual([asked.outcome, asked.fills, asked.order.executed.volume], ['doubtful', [], 0n])
  assert.match(asked.order.incident ?? '', /trade 1 was recorded/)
})

test("an order ends with the venue's volume, however late its trades arrive", () => {
  const ended = reportWith({ stage: 'ended', executed: '0.70000000', reason: 'CANCELED' })
  const waiting = judge(open, ended, nothingKnown)
  assert.deepEqual([waiting.outcome, waiting.order.status], ['to-ask', 'CREATE'])
  const one = judge(waiting.order, half, nothingKnown)
  assert.deepEqual([one.outcome, one.order.status], ['to-ask', 'CREATE'])
  const late = reportWith({
    stage: 'open',
    executed: '0.70000000',
    trades: [tradeOf('2', '0.2')],
  })
  const over = judge(one.order, late, nothingKnown)
  assert.deepEqual([over.outcome, over.order.status], ['settled', 'CANCEL'])
  assert.equal(over.order.reason, 'CANCELED')
})

test('each way the venue ends an order without filling it is a cancel with its reason', () => {
  for (const reason of ['CANCELED', 'EXPIRED', 'EXPIRED_IN_MATCH', 'REJECTED']) {
    const { order, outcome } = judge(open, reportWith({ stage: 'ended', reason }), nothingKnown)
    assert.deepEqual([outcome, order.status, order.reason], ['settled', 'CANCEL', reason])
  }
})

test('a late report never leads back from an end', () => {
  for (const status of ['DONE', 'CANCEL'] as const) {
    const order: Order = { ...open, status }
    for (const report of [reportWith({}), reportWith({ stage: 'ended' })]) {
      const judged = judge(order, report, nothingKnown)
      assert.deepEqual([judged.outcome, judged.order], ['repeated', order])
    }
  }
})

test('a trade after the end is set aside for an operator', () => {
  const { outcome, late, fills, order } = judge({ ...open, status: 'CANCEL' }, half, nothingKnown)
  assert.deepEqual([outcome, late.length, fills.length, order.status], ['doubtful', 1, 0, 'CANCEL'])
})

test('an execution above the reported one queries the venue', () => {
  const report = reportWith({
    stage: 'open',
    executed: '0.9',
    trades: [tradeOf('1', '0.5')],
  })
  const { outcome, order } = judge(open, report, nothingKnown)
  assert.deepEqual([outcome, order.executed.volume], ['to-ask', 50_000_000n])
})

test('a misfit with an order moves nothing: the venue is queried, then an operator', () => {
  const misfits: readonly Partial<OrderReport>[] = [
    { symbol: 'ETHIDR' },
    { side: 'SELL' },
    { venueOrderId: '43' },
    { quantity: '2.00000000' },
    { executed: '1.00000001' },
    { trades: [tradeOf('1', '1.5')], executed: '1' },
    { trades: [tradeOf('1', '0.5', '1000000001')], executed: '0.5' },
    { trades: [tradeOf('1', '0.000000001')], executed: '0.5' },
    { trades: [tradeOf('1', '0.5')], executed: '0.4', stage: 'ended' },
  ]
  for (const misfit of misfits) {
    const hint = judge(open, reportWith(misfit), nothingKnown)
    assert.deepEqual([hint.outcome, hint.order, hint.fills], ['to-ask', open, []])
    const truth = judge(open, reportWith({ ...misfit, isAsked: true }), nothingKnown)
    assert.equal(truth.outcome, 'doubtful', JSON.stringify(misfit))
    assert.deepEqual([truth.order.status, truth.fills], ['CREATE', []])
    assert.notEqual(truth.order.incident, null)
  }
})

test('trades that together exceed the volume of their order move nothing', () => {
  const executed = { ...open.executed, volume: 60_000_000n, quote: 60_000_000_000n }
  const partly: Order = { ...open, executed }
  const report = reportWith({ stage: 'open', executed: '1', trades: [tradeOf('2', '0.5')] })
  const { outcome, order, fills } = judge(partly, report, nothingKnown)
  assert.deepEqual([outcome, order, fills], ['to-ask', partly, []])
})

test('a trade beyond the worst price queries the venue, and its response is booked', () => {
  for (const [side, price] of [
    ['BUY', '1000000001'],
    ['SELL', '999999999'],
  ] as const) {
    const order: Order = { ...open, side, type: 'MARKET', price: null }
    const report = reportWith({ side, trades: [tradeOf('1', '0.5', price)], executed: '0.5' })
    const hint = judge(order, report, nothingKnown)
    assert.deepEqual([hint.outcome, hint.order, hint.fills], ['to-ask', order, []])
    const truth = judge(order, { ...report, isAsked: true }, nothingKnown)
    assert.deepEqual([truth.outcome, truth.order.executed.volume], ['settled', 50_000_000n])
    const known = knowing('1', { orderId: orderId(1), volume: 50_000_000n, quote: 1n })
    assert.equal(judge(truth.order, report, known).outcome, 'repeated')
  }
})

test("the venue's number is learned from whichever report comes first", () => {
  const { order } = judge({ ...open, venueOrderId: null }, reportWith({}), nothingKnown)
  assert.equal(order.venueOrderId, '42')
})
