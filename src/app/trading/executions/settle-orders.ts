import type { OrderNo } from '../../../base/values/ids.ts'
import { money } from '../../../base/values/money.ts'
import type { Tx } from '../../../core/database/database.ts'
import { recordFacts } from '../../../core/facts/record-facts.ts'
import { settleHolds } from '../../../core/ledger/hold.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import { listTaxRates } from '../../../core/reference/fees.sql.ts'
import { stopPairs } from '../../../core/reference/pairs.sql.ts'
import { ratesOn } from '../../../core/reference/tax-rates.rules.ts'
import { recordTradeTaxes, type TradeTax } from '../../../core/taxes/trade-taxes.sql.ts'
import { forgetUnconfirmed, noteUnconfirmed, readMarkets } from '../order-model/hints.sql.ts'
import { type Order, receivedAsset } from '../order-model/order.rules.ts'
import { type OrderChange, writeOrders } from '../order-model/order-changes.sql.ts'
import { fillFact, orderFact } from '../order-model/order-facts.rules.ts'
import { lockOrders } from '../order-model/orders.sql.ts'
import { tradingLimits } from '../trading-limits.ts'
import { bookUnmatched, type Unmatched } from './book-unmatched.ts'
import {
  consumptionOf,
  dustOf,
  excess,
  fillKey,
  foreignCommission,
  orderHold,
} from './fill.rules.ts'
import { findFills, insertFills, type NewFill } from './fills.sql.ts'
import { bookForeignCommissions } from './foreign-commissions.ts'
import { costMore, endNotice, orderInDoubt, orderUndecided } from './order-notice.rules.ts'
import { isBeyondLimit, type OrderReport } from './order-report.rules.ts'
import { judge, type OrderKnowledge, type OrderReportStep } from './order-report-step.rules.ts'
import { type Dust, noteDust } from './venue-dust.sql.ts'

/** The outcome of a report. `unknown-order`: we never placed it. */
export type OrderSettlement = OrderReportStep['outcome'] | 'unknown-order'

/**
 * Applies the venue's reports to their orders, in order, from any source: responses to placing or
 * cancelling, callbacks, the stream, or queries. Each trade counts once, and a repeated report does
 * nothing.
 */
export async function settleOrders(
  tx: Tx,
  reports: readonly OrderReport[],
): Promise<readonly OrderSettlement[]> {
  // The connection runs these in order, so fills are looked up after their orders are locked.
  const [orders, found, ratesOf, markets] = await Promise.all([
    lockOrders(tx, [...new Set(reports.map(({ orderNo }) => orderNo))]),
    findFills(
      tx,
      reports.flatMap(({ orderNo, trades }) => trades.map(({ id }) => ({ orderNo, tradeId: id }))),
    ),
    readRates(tx, reports),
    readMarkets(
      tx,
      reports.flatMap(({ symbol, trades }) => (trades.length > 0 ? [symbol] : [])),
    ),
  ])
  const stored = new Map(found)
  const now = new Map(orders)
  const judged: JudgedReport[] = []
  const unmatched: Unmatched[] = []
  const outcomes = reports.map((report): OrderSettlement => {
    const order = now.get(report.orderNo)
    if (order === undefined) {
      // An event alone books nothing: the venue's list of trades has them within a minute.
      unmatched.push({ report, trades: isHint(report) ? [] : report.trades })
      return 'unknown-order'
    }
    const one = judge(order, report, { stored, ratesOf, markets })
    judged.push({ ...one, report, listed: listedIn(report, one) })
    // A trade that is listed twice counts as recorded the second time.
    for (const { fill } of one.fills) {
      stored.set(fillKey(order, fill), { orderId: order.id, ...fill })
    }
    now.set(report.orderNo, one.order)
    const late = new Set(one.late.map(({ tradeId }) => tradeId))
    if (late.size > 0)
      unmatched.push({ report, trades: report.trades.filter(({ id }) => late.has(id)) })
    return one.outcome
  })
  const asked = new Set(
    reports.filter(({ source }) => source === 'query').map(({ orderNo }) => orderNo),
  )
  await store(tx, { before: orders, after: now, judged, asked })
  await bookUnmatched(tx, unmatched)
  return outcomes
}

type JudgedReport = OrderReportStep & Readonly<{ report: OrderReport; listed: readonly string[] }>

const isHint = ({ source }: OrderReport): boolean => source === 'event'

/** Returns the trades that the venue's own list has, as they were recorded before. */
function listedIn({ source, trades }: OrderReport, one: OrderReportStep): readonly string[] {
  if (source !== 'query' || one.outcome === 'doubtful') return []
  const fresh = new Set(one.fills.map(({ fill }) => fill.tradeId))
  return trades.flatMap(({ id }) => (fresh.has(id) ? [] : [id]))
}

async function readRates(
  tx: Tx,
  reports: readonly OrderReport[],
): Promise<OrderKnowledge['ratesOf']> {
  const traded = reports.some(({ trades }) => trades.length > 0)
  const rates = traded ? await listTaxRates(tx) : []
  return (taxed, at) => ratesOn(rates, taxed, at)
}

type Outcome = Readonly<{
  before: ReadonlyMap<string, Order>
  after: ReadonlyMap<string, Order>
  judged: readonly JudgedReport[]
  /** Orders that were queried at the venue. */
  asked: ReadonlySet<string>
}>

async function store(tx: Tx, { before, after, judged, asked }: Outcome): Promise<void> {
  const outcomesOf = (wanted: OrderSettlement) =>
    judged.filter(({ outcome }) => outcome === wanted).map(({ order }) => order.orderNo)
  const atOnce = new Set(outcomesOf('not-believed'))
  const toQuery = new Set([...outcomesOf('to-query'), ...atOnce])
  const changed = [...after.values()].filter(
    (order) =>
      order !== before.get(order.orderNo) || toQuery.has(order.orderNo) || asked.has(order.orderNo),
  )
  const ended = changed.filter(
    ({ orderNo, status }) => status !== 'CREATE' && before.get(orderNo)?.status === 'CREATE',
  )
  const fills = judged.flatMap((one) =>
    one.fills.map(({ fill, step }) => ({ order: one.order, fill, step })),
  )
  const changes = changed.map((order) => ({
    order,
    queryAfterMs: queryAfter(order, {
      soon: toQuery.has(order.orderNo),
      atOnce: atOnce.has(order.orderNo),
      // An event does not change the time of the next query.
      anew: asked.has(order.orderNo) || isFirstHeard(before.get(order.orderNo), order),
    }),
    isClear: !toQuery.has(order.orderNo),
  }))
  const beyond = fills.filter(
    ({ order, fill, step }) => excess(order, step) > 0n || isBeyondLimit(order, fill),
  )
  // The venue's own rules should prevent both, so the pair is stopped until an operator reviews it.
  const impossible = [...beyond, ...judged.filter(({ isContradicted }) => isContradicted)]
  await stopPairs(
    tx,
    impossible.map(({ order }) => order.pair.id),
  )
  insertFills(tx, fills)
  noteHints(tx, judged)
  writeOrders(tx, changes)
  noteDust(
    tx,
    changed.flatMap((order) => dustBetween(before.get(order.orderNo), order)),
  )
  recordFacts(tx, () => [
    ...fills.map(({ order, fill }) => fillFact(order.user, fillKey(order, fill))),
    ...ended.map((order) => orderFact(order, order.status)),
  ])
  enqueueAll(tx, [
    ...ended.flatMap(endNotice),
    ...judged.flatMap(doubtNotice),
    ...changed.filter(({ orderNo }) => toQuery.has(orderNo)).flatMap(undecidedNotice),
    ...beyond.map(costMore),
  ])
  // Balances come last: their locks block other transactions of the same users until the commit.
  await Promise.all([recordTradeTaxes(tx, fills.flatMap(taxesOf)), moveHeld(tx, fills, ended)])
  await bookForeignCommissions(
    tx,
    fills.flatMap(({ order, fill }) => foreignCommission(order, fill)),
  )
}

const isFirstHeard = (before: Order | undefined, after: Order): boolean =>
  before?.venueOrderId === null && after.venueOrderId !== null

const doubtNotice = ({ order, doubt, isContradicted }: OrderReportStep) =>
  doubt === null ? [] : [orderInDoubt(order, doubt, { stopped: isContradicted })]

const undecidedNotice = (order: Order) =>
  order.attempts === tradingLimits.undecidedTries ? [orderUndecided(order)] : []

/** Notes fills that only an event reported, until the venue's own list has them. */
function noteHints(tx: Tx, judged: readonly JudgedReport[]): void {
  const hints = judged.filter(({ report }) => isHint(report))
  noteUnconfirmed(
    tx,
    hints.flatMap(({ order, fills }) =>
      fills.map(({ fill }) => {
        return { ...ofOrder(order, fill.tradeId), user: order.user }
      }),
    ),
  )
  forgetUnconfirmed(
    tx,
    judged.flatMap(({ order, listed }) => listed.map((tradeId) => ofOrder(order, tradeId))),
  )
}

const ofOrder = ({ id, pair }: Order, tradeId: string) => ({
  pairId: pair.id,
  tradeId,
  orderId: id,
})

function dustBetween(before: Order | undefined, after: Order): readonly Dust[] {
  if (before === undefined || before.executed === after.executed) return []
  const counted = dustOf(before).map(({ asset, parts }) => ({ asset, parts: -parts }))
  return [...dustOf(after), ...counted]
}

function queryAfter(
  { status, incident, cancelRequested, attempts }: Order,
  { soon, atOnce, anew }: Readonly<{ soon: boolean; atOnce: boolean; anew: boolean }>,
): OrderChange['queryAfterMs'] {
  if (status !== 'CREATE' || incident !== null) return null
  if (atOnce && attempts === 0) return 0
  if (soon)
    return Math.min(
      tradingLimits.querySoonMs * 2 ** Math.min(attempts, 10),
      tradingLimits.pauses.longestMs,
    )
  if (cancelRequested) return tradingLimits.pauses.firstMs
  return anew ? tradingLimits.queryAgainMs : 'as-planned'
}

/** Moves the holds of fills on, and releases what is left of the holds of ended orders. */
async function moveHeld(tx: Tx, fills: readonly NewFill[], ended: readonly Order[]): Promise<void> {
  const { consumed, released } = await settleHolds(
    tx,
    fills.map(({ order, fill, step }) => consumptionOf(order, fill, step)),
    ended.map(({ orderNo }) => orderHold(orderNo)),
  )
  const short = consumed.findIndex((outcome) => outcome !== 'consumed')
  if (short >= 0) {
    throw new Error(`the money of ${fills[short]?.order.orderNo} is not held: ${consumed[short]}`)
  }
  const missing = released.indexOf('unknown-hold')
  if (missing >= 0) throw new Error(`nothing was held for ${ended[missing]?.orderNo}`)
}

const taxesOf = ({ order, fill, step }: NewFill): readonly TradeTax[] =>
  step.taxes.map(({ rate, units, rupiah }) => ({
    user: order.user,
    tradeKey: `${order.pair.txPair}:${fill.tradeId}:${order.side}`,
    kind: rate.kind,
    orderNo: order.orderNo,
    pairId: order.pair.id,
    side: order.side,
    amount: money(order.pair.base, fill.volume),
    value: money(order.pair.quote, step.after.amount - step.before.amount),
    rate: rate.rate,
    rule: rate.rule,
    tax: money(receivedAsset(order), units),
    rupiah: { ...step.worth, tax: rupiah },
    tradedAt: fill.at,
  }))

/**
 * Ends orders that the venue refused or never received, so nothing of them can be executed. An
 * order whose venue id has arrived by now does exist there and stays open. Returns the ended ones.
 */
export async function endUnplaced(
  tx: Tx,
  refused: readonly Readonly<{ orderNo: OrderNo; reason: string }>[],
): Promise<readonly string[]> {
  const orders = await lockOrders(
    tx,
    refused.map(({ orderNo }) => orderNo),
  )
  const ended = refused.flatMap(({ orderNo, reason }): readonly Order[] => {
    const order = orders.get(orderNo)
    const isUntouched =
      order?.status === 'CREATE' &&
      order.venueOrderId === null &&
      order.executed.volume === 0n &&
      !(order.finalVolume ?? 0n)
    return isUntouched ? [{ ...order, status: 'CANCEL', reason }] : []
  })
  await storeEnded(tx, ended)
  return ended.map(({ orderNo }) => orderNo)
}

async function storeEnded(tx: Tx, ended: readonly Order[]): Promise<void> {
  await moveHeld(tx, [], ended)
  writeOrders(
    tx,
    ended.map((order) => ({ order, queryAfterMs: null, isClear: true })),
  )
  recordFacts(tx, () => ended.map((order) => orderFact(order, order.status)))
}

/** Ends a locked open order with its recorded fills, and releases the rest of its hold. */
export async function endAsRecorded(tx: Tx, open: Order): Promise<void> {
  const { volume: finalVolume } = open.executed
  const order: Order = {
    ...open,
    status: 'CANCEL',
    reason: 'RESOLVED',
    finalVolume,
    incident: null,
  }
  await storeEnded(tx, [order])
  enqueueAll(tx, endNotice(order))
}
