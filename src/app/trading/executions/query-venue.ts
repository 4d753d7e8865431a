import { orderNo } from '../../../base/values/ids.ts'
import { formatMoney } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import { within } from '../../../providers/venue/venue-decimals.ts'
import {
  isNotOpen,
  isUnknownOrder,
  isUnknownSymbol,
} from '../../../providers/venue/venue-errors.ts'
import type { ExecutionReport } from '../../../providers/venue/venue-events.ts'
import { venueLimits } from '../../../providers/venue/venue-limits.ts'
import type { PlacedOrder, VenueOrder, VenueTrade } from '../../../providers/venue/venue-objects.ts'
import type { Order } from '../order-model/order.rules.ts'
import { tradingLimits } from '../trading-limits.ts'
import type { OrderReport, ReportedTrade } from './order-report.rules.ts'

type VenueContext = Pick<Context, 'venue'>

/**
 * The venue's report of an order. `absent`: the venue does not have it, or not yet. `delisted`: it
 * does not have the symbol, so that nothing is known of the order.
 */
export type Learned =
  | Readonly<{ kind: 'found'; report: OrderReport }>
  | Readonly<{ kind: 'absent' }>
  | Readonly<{ kind: 'unknown'; delisted?: boolean }>

const unknown: Learned = { kind: 'unknown' }

type Sought = Pick<Order, 'orderNo' | 'pair' | 'venueOrderId'>

/**
 * Uses the venue's order id if known: our order number may be reused at the venue once an order has
 * ended.
 */
const soughtAs = ({ orderNo, pair, venueOrderId }: Sought) =>
  venueOrderId === null
    ? { symbol: pair.venueSymbol, clientOrderId: orderNo }
    : { symbol: pair.venueSymbol, orderId: venueOrderId }

/**
 * Queries an order at the venue, and its trades if the venue executed more than we know, or in any
 * case if `trades` asks for all.
 */
export async function queryVenue(
  { venue }: VenueContext,
  order: Order,
  trades: 'missing' | 'all' = 'missing',
): Promise<Learned> {
  const answer = await venue.findOrder(soughtAs(order))
  if (answer.kind === 'accepted') {
    return trades === 'all'
      ? learnAll({ venue }, order, answer.value)
      : learn({ venue }, order, answer.value)
  }
  if (answer.kind === 'unknown') return unknown
  return isUnknownOrder(answer)
    ? { kind: 'absent' }
    : { kind: 'unknown', delisted: isUnknownSymbol(answer) }
}

async function learnAll(ctx: VenueContext, order: Order, found: VenueOrder): Promise<Learned> {
  const trades = await readTrades(ctx, found)
  // A list that was not read to its end must deny no trade.
  const isCut = trades?.length === tradingLimits.pullPages * venueLimits.listItems
  if (trades === null || isCut) return unknown
  return { kind: 'found', report: { ...reportOf(found), orderNo: order.orderNo, trades } }
}

/** Cancels an order at the venue. If the order is no longer open there, queries it instead. */
export async function cancelAtVenue(
  { venue }: VenueContext,
  order: Order,
): Promise<Learned & Readonly<{ canceled: boolean }>> {
  const answer = await venue.cancelOrder(soughtAs(order))
  if (answer.kind === 'accepted') {
    return { ...(await learn({ venue }, order, answer.value)), canceled: true }
  }
  const isGone = answer.kind === 'rejected' && isNotOpen(answer)
  return { ...(isGone ? await queryVenue({ venue }, order) : unknown), canceled: false }
}

async function learn(ctx: VenueContext, order: Order, found: VenueOrder): Promise<Learned> {
  const report = { ...reportOf(found), orderNo: order.orderNo }
  if (!hasMore(order, found.executed)) return { kind: 'found', report }
  const trades = await readTrades(ctx, found)
  // Even without its trades, the report states that the order ended and how much was executed.
  return { kind: 'found', report: { ...report, trades: trades ?? [] } }
}

const hasMore = ({ pair, executed }: Order, digits: string): boolean =>
  !within(digits, formatMoney({ asset: pair.base, units: executed.volume }))

async function readTrades(
  { venue }: VenueContext,
  { symbol, orderId }: VenueOrder,
): Promise<readonly ReportedTrade[] | null> {
  const read: ReportedTrade[] = []
  let fromId: string | undefined
  for (let page = 0; page < tradingLimits.pullPages; page += 1) {
    const from = fromId === undefined ? {} : { fromId }
    const limit = venueLimits.listItems
    const answer = await venue.trades({ symbol, orderId, ...from, limit })
    if (answer.kind !== 'accepted') return null
    read.push(...answer.value.map(tradeOf))
    const last = answer.value.at(-1)
    if (last === undefined || answer.value.length < limit) break
    fromId = after(last.id)
  }
  return read
}

/** Returns the next trade id. */
export const after = (id: string): string => (BigInt(id) + 1n).toString()

export const tradeOf = ({ id, price, quantity, quote, ...trade }: VenueTrade): ReportedTrade => ({
  id,
  price,
  quantity,
  quote,
  commission: trade.commission,
  commissionAsset: trade.commissionAsset,
  atMs: trade.atMs,
})

/** Builds the report of the venue's record of an order; its trades must be queried separately. */
const reportOf = (order: VenueOrder): OrderReport => ({
  orderNo: orderNo(order.clientOrderId),
  venueOrderId: order.orderId,
  symbol: order.symbol,
  side: order.side,
  quantity: order.quantity,
  stage: order.stage,
  executed: order.executed,
  trades: [],
  reason: order.endReason,
  source: 'query',
})

export const reportOfPlacing = ({ order, fills, atMs }: PlacedOrder): OrderReport => ({
  ...reportOf(order),
  trades: fills.map((fill) => ({ ...fill, quote: null, atMs })),
  // Later executions arrive as events.
  source: 'placing',
})

/**
 * Builds the report of a stream event, which is not final: if it does not fit, the venue is
 * queried.
 */
export const reportOfStream = (report: ExecutionReport): OrderReport => ({
  orderNo: orderNo(report.clientOrderId),
  venueOrderId: report.orderId,
  symbol: report.symbol,
  side: report.side,
  quantity: report.quantity,
  stage: report.stage,
  executed: report.executed,
  trades: report.trade === null ? [] : [{ ...report.trade, atMs: report.atMs }],
  reason: report.endReason,
  source: 'event',
})
