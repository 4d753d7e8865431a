import type { OrderNo } from '../../../base/values/ids.ts'
import { money } from '../../../base/values/money.ts'
import type { Tx } from '../../../core/database/database.ts'
import { settleHolds } from '../../../core/ledger/hold.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import { listTaxRates, ratesOn } from '../../../core/reference/fees.sql.ts'
import { stopPairs } from '../../../core/reference/pairs.sql.ts'
import { recordTradeTaxes, type TradeTax } from '../../../core/taxes/trade-taxes.sql.ts'
import { type Order, receivedAsset } from '../order-model/order.rules.ts'
import { type OrderChange, writeOrders } from '../order-model/order-changes.sql.ts'
import { lockOrders } from '../order-model/orders.sql.ts'
import { tradingLimits } from '../trading-limits.ts'
import { bookUnmatched, type Unmatched } from './book-unmatched.ts'
import {
  consumptionOf,
  dustOf,
  excess,
  foreignCommission,
  orderHold,
  tradeKey,
} from './fill.rules.ts'
import { findFills, insertFills, type NewFill } from './fills.sql.ts'
import { bookForeignCommissions } from './foreign-commissions.ts'
import { costMore, endNotice, orderInDoubt, orderUndecided } from './order-notice.rules.ts'
import { isBeyondLimit, type OrderReport } from './order-report.rules.ts'
import { judge, type OrderKnowledge, type OrderReportStep } from './order-report-step.rules.ts'
import { type Dust, noteDust } from './venue-dust.sql.ts'

/** The outcome of a report. `unknown-order`: we never placed it. */
export type OrderSettlement = OrderReportStep['outcome'] | 'unknown-order'

const bounds = tradingLimits

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
  const [orders, found, ratesOf] = await Promise.all([
    lockOrders(tx, [...new Set(reports.map(({ orderNo }) => orderNo))]),
    findFills(
      tx,
      reports.flatMap(({ orderNo, trades }) => trades.map(({ id }) => ({ orderNo, tradeId: id }))),
    ),
    readRates(tx, reports),
  ])
  const stored = new Map(found)
  const now = new Map(orders)
  const judged: OrderReportStep[] = []
  const unmatched: Unmatched[] = []
  const outcomes = reports.map((report): OrderSettlement => {
    const order = now.get(report.orderNo)
    if (order === undefined) {
      unmatched.push({ report, trades: report.trades })
      return 'unknown-order'
    }
    const one = judge(order, report, { stored, ratesOf })
    judged.push(one)
    // A trade that is listed twice counts as recorded the second time.
    for (const { fill } of one.fills) {
      const { volume, quote } = fill
      stored.set(tradeKey(order.pair.id, fill.tradeId), { orderId: order.id, volume, quote })
    }
    now.set(report.orderNo, one.order)
    const late = new Set(one.late.map(({ tradeId }) => tradeId))
    if (late.size > 0)
      unmatched.push({ report, trades: report.trades.filter(({ id }) => late.has(id)) })
    return one.outcome
  })
  const asked = new Set(reports.filter(({ isAsked }) => isAsked).map(({ orderNo }) => orderNo))
  await store(tx, { before: orders, after: now, judged, asked })
  await bookUnmatched(tx, unmatched)
  return outcomes
}

async function readRates(
  tx: Tx,
  reports: readonly OrderReport[],
): Promise<OrderKnowledge['ratesOf']> {
  const traded = reports.some(({ trades }) => trades.length > 0)
  const rates = traded ? await listTaxRates({ read: tx }) : []
  return (side, at) => ratesOn(rates, side, at)
}

type Outcome = Readonly<{
  before: ReadonlyMap<string, Order>
  after: ReadonlyMap<string, Order>
  judged: readonly OrderReportStep[]
  /** Orders that were queried at the venue. */
  asked: ReadonlySet<string>
}>

async function store(tx: Tx, { before, after, judged, asked }: Outcome): Promise<void> {
  const toQuery = new Set(
    judged.filter(({ outcome }) => outcome === 'to-ask').map(({ order }) => order.orderNo),
  )
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
    askAfterMs: queryAfter(order, {
      soon: toQuery.has(order.orderNo),
      // An event does not change the time of the next query, unless it is the order's first report.
      anew: asked.has(order.orderNo) || before.get(order.orderNo)?.venueOrderId === null,
    }),
    isClear: !toQuery.has(order.orderNo),
  }))
  // The venue's own rules should prevent this, so the pair is stopped until an operator reviews it.
  const beyond = fills.filter(
    ({ order, fill, step }) => excess(order, step) > 0n || isBeyondLimit(order, fill),
  )
  await stopPairs(
    tx,
    beyond.map(({ order }) => order.pair.id),
  )
  const notices = [
    ...ended.flatMap(endNotice),
    ...judged.flatMap(({ order, doubt }) => (doubt === null ? [] : [orderInDoubt(order, doubt)])),
    ...changed.flatMap((order) =>
      toQuery.has(order.orderNo) && order.attempts === bounds.undecidedTries
        ? [orderUndecided(order)]
        : [],
    ),
    ...beyond.map(costMore),
  ]
  insertFills(tx, fills)
  writeOrders(tx, changes)
  noteDust(
    tx,
    changed.flatMap((order) => dustBetween(before.get(order.orderNo), order)),
  )
  enqueueAll(tx, notices)
  // Balances come last: their locks block other transactions of the same users until the commit.
  await Promise.all([recordTradeTaxes(tx, fills.flatMap(taxesOf)), moveHeld(tx, fills, ended)])
  await bookForeignCommissions(
    tx,
    fills.flatMap(({ order, fill }) => foreignCommission(order, fill)),
  )
}

function dustBetween(before: Order | undefined, after: Order): readonly Dust[] {
  if (before === undefined || before.executed === after.executed) return []
  const counted = dustOf(before).map(({ asset, parts }) => ({ asset, parts: -parts }))
  return [...dustOf(after), ...counted]
}

function queryAfter(
  { status, incident, cancelRequested, attempts }: Order,
  { soon, anew }: Readonly<{ soon: boolean; anew: boolean }>,
): OrderChange['askAfterMs'] {
  if (status !== 'CREATE' || incident !== null) return null
  if (soon) return Math.min(bounds.askSoonMs * 2 ** Math.min(attempts, 10), bounds.pauses.longestMs)
  if (cancelRequested) return bounds.pauses.firstMs
  return anew ? bounds.askAgainMs : 'as-planned'
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
  step.taxes.map(({ rate, units }) => ({
    user: order.user,
    tradeKey: `${order.pair.txPair}:${fill.tradeId}`,
    kind: rate.kind,
    orderNo: order.orderNo,
    pairId: order.pair.id,
    side: order.side,
    amount: money(order.pair.base, fill.volume),
    value: money(order.pair.quote, step.after.amount - step.before.amount),
    rate: rate.rate,
    rule: rate.rule,
    tax: money(receivedAsset(order), units),
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
  await moveHeld(tx, [], ended)
  writeOrders(
    tx,
    ended.map((order) => ({ order, askAfterMs: null, isClear: true })),
  )
  return ended.map(({ orderNo }) => orderNo)
}
