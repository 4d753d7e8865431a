import { limits } from '../../../base/limits.ts'
import { formatMoney } from '../../../base/money.ts'
import type { Context } from '../../../context.ts'
import { within } from '../../../providers/venue/venue-decimals.ts'
import type { ExecutionReport } from '../../../providers/venue/venue-events.ts'
import type { PlacedOrder, VenueOrder, VenueTrade } from '../../../providers/venue/venue-objects.ts'
import type { Order } from '../order-model/order.rules.ts'
import type { OrderReport, ToldTrade } from './order-report.rules.ts'

type VenueContext = Pick<Context, 'venue'>

/** The venue's report of an order. `absent`: the venue does not have it, or not yet. */
export type Learned =
  | Readonly<{ kind: 'told'; told: OrderReport }>
  | Readonly<{ kind: 'absent' | 'unknown' }>

const noSuchOrder = '-2013'
const tooOld = '-2026'
const nothingOpen = '-2011'

/** True if the venue does not have the order, or no longer has it. */
export const isAbsent = (code: string): boolean => code === noSuchOrder || code === tooOld

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

/** Queries an order at the venue, and its trades if the venue executed more than we know. */
export async function askVenue({ venue }: VenueContext, order: Order): Promise<Learned> {
  const answer = await venue.findOrder(soughtAs(order))
  if (answer.kind === 'accepted') return learn({ venue }, order, answer.value)
  if (answer.kind === 'unknown') return unknown
  return { kind: isAbsent(answer.code) ? 'absent' : 'unknown' }
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
  const isGone = answer.kind === 'rejected' && answer.code === nothingOpen
  return { ...(isGone ? await askVenue({ venue }, order) : unknown), canceled: false }
}

async function learn(ctx: VenueContext, order: Order, found: VenueOrder): Promise<Learned> {
  const told = { ...reportOf(found), orderNo: order.orderNo }
  if (!hasMore(order, found.executed)) return { kind: 'told', told }
  const trades = await readTrades(ctx, found)
  // Without its trades the report still says that the order ended, and with how much.
  return { kind: 'told', told: { ...told, trades: trades ?? [] } }
}

const hasMore = ({ pair, executed }: Order, digits: string): boolean =>
  !within(digits, formatMoney({ asset: pair.base, units: executed.volume }))

async function readTrades(
  { venue }: VenueContext,
  { symbol, orderId }: VenueOrder,
): Promise<readonly ToldTrade[] | null> {
  const read: ToldTrade[] = []
  let fromId: string | undefined
  for (let page = 0; page < limits.trading.pullPages; page += 1) {
    const from = fromId === undefined ? {} : { fromId }
    const limit = limits.venue.listItems
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

export const tradeOf = ({ id, price, quantity, quote, ...trade }: VenueTrade): ToldTrade => ({
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
  orderNo: order.clientOrderId,
  venueOrderId: order.orderId,
  symbol: order.symbol,
  side: order.side,
  quantity: order.quantity,
  status: order.status,
  executed: order.executed,
  trades: [],
  reason: reasonOf(order.status),
  isAsked: true,
})

/** Builds the report of the venue's response to placing an order. */
export const reportOfPlacing = ({ order, fills, atMs }: PlacedOrder): OrderReport => ({
  ...reportOf(order),
  trades: fills.map((fill) => ({ ...fill, quote: null, atMs })),
  // The response is of that moment: events report what was executed since.
  isAsked: false,
})

/**
 * Builds the report of a stream event, which is not final: if it does not fit, the venue is
 * queried.
 */
export const reportOfStream = (report: ExecutionReport): OrderReport => ({
  orderNo: report.clientOrderId,
  venueOrderId: report.orderId,
  symbol: report.symbol,
  side: report.side,
  quantity: report.quantity,
  status: report.status,
  executed: report.executed,
  trades: report.trade === null ? [] : [{ ...report.trade, atMs: report.atMs }],
  reason: report.reason === 'NONE' ? reasonOf(report.status) : report.reason,
  isAsked: false,
})

/** Returns the reason of an end for which the venue names none: the status. */
function reasonOf(status: VenueOrder['status']): string | null {
  return status === 'FILLED' || status === 'NEW' || status === 'PARTIALLY_FILLED' ? null : status
}
