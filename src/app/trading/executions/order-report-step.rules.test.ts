import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assetId, orderId, orderNo, pairId, userId } from '../../../base/values/ids.ts'
import { money, perMillion } from '../../../base/values/money.ts'
import type { Market } from '../order-model/hints.sql.ts'
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
  createdAt: new Date(Date.UTC(2026, 10, 20)),
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
  source: 'event',
  ...change,
})

const market: Market = {
  price: { numerator: 1_000_000_000n, denominator: 1n },
  now: new Date(Date.UTC(2026, 10, 21)),
  pairClass: 'rupiah',
  rupiah: { base: null, quote: null },
}

const nothingKnown: OrderKnowledge = {
  stored: new Map(),
  markets: new Map([['BTCIDR', market]]),
  ratesOf: () => [],
}
const knowing = (tradeId: string, fill: StoredFill, side = 'BUY'): OrderKnowledge => ({
  ...nothingKnown,
  stored: new Map([[`1:${tradeId}:${side}`, fill]]),
})

/** Half a bitcoin's worth, in the venue's parts. */
const halfWorth = 50_000_000_000_000_000n

const half = reportWith({
  stage: 'open',
  executed: '0.50000000',
  trades: [tradeOf('1', '0.5')],
})

test('fills count as they arrive, and the one that completes the volume ends the order', () => {
  const first = judge(open, half, nothingKnown)
  assert.deepEqual([first.outcome, first.order.status], ['settled', 'CREATE'])
  assert.equal(first.order.executed.volume, 50_000_000n)
  const rest = reportWith({ stage: 'ended', executed: '1', trades: [tradeOf('2', '0.5')] })
  const second = judge(first.order, rest, nothingKnown)
  assert.deepEqual([second.outcome, second.order.status], ['settled', 'DONE'])
})

test('a trade that was already recorded does not count again', () => {
  const known = knowing('1', {
    orderId: orderId(1),
    volume: 50_000_000n,
    quote: halfWorth,
    commission: 0n,
  })
  const order = { ...open, executed: { ...open.executed, volume: 50_000_000n } }
  const { outcome, fills, order: after } = judge(order, half, known)
  assert.deepEqual([outcome, fills.length, after.executed.volume], ['repeated', 0, 50_000_000n])
})

test('a trade recorded with other figures queries the venue, then alerts an operator', () => {
  const known = knowing('1', {
    orderId: orderId(1),
    volume: 40_000_000n,
    quote: halfWorth,
    commission: 0n,
  })
  assert.equal(judge(open, half, known).outcome, 'not-believed')
  const asked = judge(open, { ...half, source: 'query' }, known)
  assert.equal(asked.outcome, 'doubtful')
  assert.match(asked.order.incident ?? '', /trade 1 was recorded/)
})

test('a trade recorded for another order queries the venue, then alerts an operator', () => {
  const known = knowing('1', {
    orderId: orderId(2),
    volume: 50_000_000n,
    quote: halfWorth,
    commission: 0n,
  })
  const hint = judge(open, half, known)
  assert.deepEqual([hint.outcome, hint.order, hint.fills], ['not-believed', open, []])
  const asked = judge(open, { ...half, source: 'query' }, known)
  assert.deepEqual([asked.outcome, asked.fills, asked.order.executed.volume], ['doubtful', [], 0n])
  assert.match(asked.order.incident ?? '', /trade 1 was recorded/)
})

test("an order ends with the venue's volume, however late its trades arrive", () => {
  const end = { stage: 'ended', executed: '0.70000000', reason: 'CANCELED' } as const
  const waiting = judge(open, reportWith({ ...end, source: 'query' }), nothingKnown)
  assert.deepEqual([waiting.outcome, waiting.order.status], ['to-query', 'CREATE'])
  const one = judge(waiting.order, half, nothingKnown)
  assert.deepEqual([one.outcome, one.order.status], ['to-query', 'CREATE'])
  const late = reportWith({
    stage: 'open',
    executed: '0.70000000',
    trades: [tradeOf('2', '0.2')],
  })
  const over = judge(one.order, late, nothingKnown)
  assert.deepEqual([over.outcome, over.order.status], ['settled', 'CANCEL'])
  assert.equal(over.order.reason, 'CANCELED')
})

test('an unqueried end whose trades lack its total is queried, and leaves no trace', () => {
  const canceling: Order = { ...open, cancelRequested: true }
  for (const source of ['event', 'placing'] as const) {
    const end = { stage: 'ended', executed: '0.5', reason: 'CANCELED', source } as const
    const told = judge(canceling, reportWith(end), nothingKnown)
    assert.deepEqual([told.outcome, told.order], ['not-believed', canceling])
    const asked = judge(told.order, { ...half, source: 'query' }, nothingKnown)
    assert.deepEqual([asked.order.status, asked.order.executed.volume], ['CREATE', 50_000_000n])
    const whole = judge(canceling, reportWith({ ...end, trades: half.trades }), nothingKnown)
    assert.deepEqual([whole.outcome, whole.order.status], ['settled', 'CANCEL'])
  }
})

test('unqueried trades whose sum is not their total are queried before they move money', () => {
  for (const source of ['event', 'placing'] as const) {
    const first = judge(open, half, nothingKnown).order
    const again = judge(first, { ...half, source, trades: [tradeOf('2', '0.5')] }, nothingKnown)
    assert.deepEqual([again.outcome, again.order, again.fills], ['not-believed', first, []])
    const beyond = reportWith({ source, stage: 'open', executed: '0.9', trades: half.trades })
    const ahead = judge(open, beyond, nothingKnown)
    assert.deepEqual([ahead.outcome, ahead.order, ahead.fills], ['to-query', open, []])
    const asked = judge(open, { ...beyond, source: 'query' }, nothingKnown)
    assert.deepEqual([asked.outcome, asked.order.executed.volume], ['to-query', 50_000_000n])
  }
})

test('each way the venue ends an order without filling it is a cancel with its reason', () => {
  for (const reason of ['CANCELED', 'EXPIRED', 'EXPIRED_IN_MATCH', 'REJECTED']) {
    const ended = reportWith({ stage: 'ended', reason, source: 'query' })
    const { order, outcome } = judge(open, ended, nothingKnown)
    assert.deepEqual([outcome, order.status, order.reason], ['settled', 'CANCEL', reason])
  }
})

test('an event ends an unfilled order only if its cancellation was requested', () => {
  const ended = reportWith({ stage: 'ended', reason: 'CANCELED' })
  const hint = judge(open, ended, nothingKnown)
  assert.deepEqual([hint.outcome, hint.order], ['not-believed', open])
  const wanted = judge({ ...open, cancelRequested: true }, ended, nothingKnown)
  assert.deepEqual([wanted.outcome, wanted.order.status], ['settled', 'CANCEL'])
})

test('a late report never reopens an ended order', () => {
  for (const status of ['DONE', 'CANCEL'] as const) {
    const order: Order = { ...open, status }
    for (const report of [reportWith({}), reportWith({ stage: 'ended' })]) {
      const judged = judge(order, report, nothingKnown)
      assert.deepEqual([judged.outcome, judged.order], ['repeated', order])
    }
  }
})

test('a trade after the end is set aside for an operator', () => {
  const ended: Order = { ...open, status: 'CANCEL' }
  const { outcome, late, fills, order } = judge(ended, { ...half, source: 'query' }, nothingKnown)
  assert.deepEqual([outcome, late.length, fills.length, order.status], ['doubtful', 1, 0, 'CANCEL'])
  const hint = judge(ended, half, nothingKnown)
  assert.deepEqual([hint.outcome, hint.late, hint.order], ['repeated', [], ended])
})

test('a report that contradicts its order moves nothing and queries the venue, then alerts', () => {
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
    assert.deepEqual([hint.outcome, hint.order, hint.fills], ['not-believed', open, []])
    const truth = judge(open, reportWith({ ...misfit, source: 'query' }), nothingKnown)
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
  assert.deepEqual([outcome, order, fills], ['not-believed', partly, []])
  const asked = judge(partly, { ...report, source: 'query' }, nothingKnown)
  assert.deepEqual([asked.outcome, asked.fills], ['doubtful', []])
})

test('a trade beyond the worst price queries the venue, and its response is booked', () => {
  for (const [side, price] of [
    ['BUY', '1000000001'],
    ['SELL', '999999999'],
  ] as const) {
    const order: Order = { ...open, side, type: 'MARKET', price: null }
    const report = reportWith({ side, trades: [tradeOf('1', '0.5', price)], executed: '0.5' })
    const hint = judge(order, report, nothingKnown)
    assert.deepEqual([hint.outcome, hint.order, hint.fills], ['not-believed', order, []])
    const truth = judge(order, { ...report, source: 'query' }, nothingKnown)
    assert.deepEqual([truth.outcome, truth.order.executed.volume], ['settled', 50_000_000n])
    const [booked] = truth.fills
    assert.ok(booked !== undefined)
    const known = knowing('1', { orderId: orderId(1), ...booked.fill }, side)
    assert.equal(judge(truth.order, report, known).outcome, 'repeated')
  }
})

test('a told trade that does not fit the market or its time is queried, by any route', () => {
  const sale: Order = { ...open, side: 'SELL', limit: money(idr, 50_000_000_000n) }
  const trade = tradeOf('1', '0.5')
  const odd: readonly (readonly [Order, Partial<ReportedTrade>])[] = [
    [open, { price: '1.00' }],
    [open, { price: '949999999' }],
    [sale, { price: '1050000001' }],
    [sale, { price: '1000000000000' }],
    [open, { atMs: 1_795_000_000 }],
    [open, { atMs: Date.UTC(2026, 10, 21, 0, 2) }],
  ]
  const report = (order: Order, change: Partial<ReportedTrade>, source: OrderReport['source']) =>
    reportWith({ side: order.side, executed: '0.5', trades: [{ ...trade, ...change }], source })
  for (const [order, change] of odd) {
    const said = JSON.stringify(change)
    for (const source of ['event', 'placing'] as const) {
      const hint = judge(order, report(order, change, source), nothingKnown)
      assert.deepEqual([hint.outcome, hint.order, hint.fills], ['not-believed', order, []], said)
    }
    const asked = judge(order, report(order, change, 'query'), nothingKnown)
    const isPossible = change.atMs !== 1_795_000_000
    assert.equal(asked.outcome, isPossible ? 'settled' : 'doubtful', said)
  }
  for (const order of [open, sale]) {
    const near = report(order, { quote: '500000000.00000001' }, 'event')
    assert.equal(judge(order, near, nothingKnown).fills.length, 1)
    const blind = { ...nothingKnown, markets: new Map([['BTCIDR', { ...market, price: null }]]) }
    assert.equal(judge(order, near, blind).outcome, 'not-believed')
  }
})

test('a swap waits for an operator while neither of its coins has a price in rupiah', () => {
  const swap: Market = { ...market, pairClass: 'coin' }
  const known = (rupiah: Market['rupiah']) => ({
    ...nothingKnown,
    markets: new Map([['BTCIDR', { ...swap, rupiah }]]),
  })
  const queried = { ...half, source: 'query' } as const
  const { outcome, order } = judge(open, queried, known({ base: null, quote: null }))
  assert.deepEqual([outcome, order.incident], ['doubtful', 'no price in rupiah is known of it'])
  const quote = {
    price: { numerator: 16_000n, denominator: 1n },
    source: 'venue-last',
    at: new Date(Date.UTC(2026, 10, 20)),
  }
  const [fill] = judge(open, queried, known({ base: null, quote })).fills
  assert.deepEqual(fill?.step.worth, {
    value: 50_000_000_000n * 16_000n,
    source: 'venue-last',
    at: quote.at,
  })
})

test('a queried trade of an impossible time is left to an operator', () => {
  const dayMs = 86_400_000
  for (const atMs of [0, open.createdAt.getTime() - dayMs - 1, Date.UTC(2026, 10, 22) + 1]) {
    const trades = [{ ...tradeOf('1', '0.5'), atMs }]
    const report = { ...half, trades, source: 'query' } as const
    const { outcome, fills, order } = judge(open, report, nothingKnown)
    assert.deepEqual([outcome, fills], ['doubtful', []])
    assert.match(order.incident ?? '', /of trade 1: its time is/)
  }
})

test("the venue's number is learned from its responses, in every state, and from no event", () => {
  for (const status of ['CREATE', 'DONE', 'CANCEL'] as const) {
    const unknown: Order = { ...open, status, venueOrderId: null }
    assert.equal(judge(unknown, half, nothingKnown).order.venueOrderId, null)
    for (const source of ['placing', 'query'] as const) {
      const { order } = judge(unknown, reportWith({ source }), nothingKnown)
      assert.equal(order.venueOrderId, '42', `${status} ${source}`)
    }
  }
})

test('a recorded trade may differ by the least part of its worth, and by nothing else', () => {
  const same = { orderId: orderId(1), volume: 50_000_000n, quote: halfWorth, commission: 0n }
  const order = { ...open, executed: { ...open.executed, volume: 50_000_000n } }
  const queried = { ...half, source: 'query' } as const
  const judged = (change: Partial<StoredFill>) => {
    const { outcome, isContradicted } = judge(order, queried, knowing('1', { ...same, ...change }))
    return [outcome, isContradicted]
  }
  for (const apart of [-1n, 0n, 1n]) {
    assert.deepEqual(judged({ quote: halfWorth + apart }), ['repeated', false])
  }
  const others = [{ quote: halfWorth + 2n }, { quote: halfWorth - 2n }, { commission: 1n }]
  for (const other of others) assert.deepEqual(judged(other), ['doubtful', true])
  const hint = judge(order, half, knowing('1', { ...same, commission: 1n }))
  assert.equal(hint.isContradicted, false, 'only the list of the venue contradicts a trade')
})

test('operators read what does not fit an order, and its first incident stays', () => {
  const queried = { source: 'query', stage: 'open' } as const
  const why = (order: Order, change: Partial<OrderReport>) => {
    const { doubt, order: after } = judge(
      order,
      reportWith({ ...queried, ...change }),
      nothingKnown,
    )
    return [doubt, after.incident]
  }
  const trades = [tradeOf('2', '0.5')]
  const partly: Order = { ...open, executed: { ...open.executed, volume: 60_000_000n } }
  const tooMuch = 'more was executed than was ordered'
  assert.deepEqual(why(partly, { executed: '1', trades }), [tooMuch, tooMuch])
  const less = 'it ended with less executed than its trades'
  assert.deepEqual(why(open, { stage: 'ended', executed: '0.4', trades }), [less, less])
  const worse = 'of trade 2: 1000000001 is worse than the limit'
  const dear = [tradeOf('2', '0.5', '1000000001')]
  assert.deepEqual(why(open, { executed: '0.5', trades: dear }), [worse, worse])
  const late = 'the venue executed it after it had ended'
  const ended: Order = { ...open, status: 'CANCEL' }
  assert.deepEqual(why(ended, { executed: '0.5', trades }), [late, late])
  assert.deepEqual(why({ ...ended, incident: 'odd' }, { executed: '0.5', trades }), [late, 'odd'])
})

test('an answer that adds nothing leaves an order as it was', () => {
  const report = reportWith({ source: 'query', reason: 'WORD' })
  const { order, outcome, doubt } = judge(open, report, nothingKnown)
  assert.deepEqual([order, outcome, doubt], [open, 'repeated', null])
})

test('a trade is taxed by the rates of its side and class, and its fee by its own', () => {
  const asked: string[] = []
  const ratesOf: OrderKnowledge['ratesOf'] = ({ side, pairClass }, at) => {
    asked.push(`${side} ${pairClass} ${at.toISOString()}`)
    return []
  }
  judge(open, half, { ...nothingKnown, ratesOf })
  const at = '2026-11-21T00:00:00.000Z'
  assert.deepEqual(asked, [`FEE any ${at}`, `BUY rupiah ${at}`])
})
