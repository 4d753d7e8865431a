import { limits } from '../../../base/limits.ts'
import { formatMoney } from '../../../base/money.ts'
import type { Context } from '../../../context.ts'
import { within } from '../../../providers/venue/venue-decimals.ts'
import type { ExecutionReport } from '../../../providers/venue/venue-events.ts'
import type { PlacedOrder, VenueOrder, VenueTrade } from '../../../providers/venue/venue-objects.ts'
import type { Order } from '../order-model/order.rules.ts'
import type { OrderReport, ToldTrade } from './order-report.rules.ts'

type VenueContext = Pick<Context, 'venue'>

/** What the venue knows of an order. `absent`: it never heard of it, or not yet. */
export type Learned =
  | Readonly<{ kind: 'told'; told: OrderReport }>
  | Readonly<{ kind: 'absent' | 'unknown' }>

const noSuchOrder = '-2013'
const tooOld = '-2026'
const nothingOpen = '-2011'

/** Whether the venue says that it has no such order, or none any more. */
export const isAbsent = (code: string): boolean => code === noSuchOrder || code === tooOld

const unknown: Learned = { kind: 'unknown' }

type Sought = Pick<Order, 'orderNo' | 'pair' | 'venueOrderId'>

/** The venue's own number where we know it: ours may be used again once an order is over. */
const soughtAs = ({ orderNo, pair, venueOrderId }: Sought) =>
  venueOrderId === null
    ? { symbol: pair.venueSymbol, clientOrderId: orderNo }
    : { symbol: pair.venueSymbol, orderId: venueOrderId }

/** Asks the venue how an order stands, and for its trades where it has more than we know. */
export async function askVenue({ venue }: VenueContext, order: Order): Promise<Learned> {
  const answer = await venue.findOrder(soughtAs(order))
  if (answer.kind === 'accepted') return learn({ venue }, order, answer.value)
  if (answer.kind === 'unknown') return unknown
  return { kind: isAbsent(answer.code) ? 'absent' : 'unknown' }
}

/** Has the venue end an order. What is not open there any more is asked about instead. */
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
  // Without its trades the order still tells that it has ended, and with how much.
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

/** The number behind this one. */
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

/** What the venue's own record of an order says; its trades must be asked for. */
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

/** What the answer to placing an order says. */
export const reportOfPlacing = ({ order, fills, atMs }: PlacedOrder): OrderReport => ({
  ...reportOf(order),
  trades: fills.map((fill) => ({ ...fill, quote: null, atMs })),
  // It is an answer of the moment: what was executed since, an event will tell.
  isAsked: false,
})

/** What an event says: a hint, until it fits. */
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

/** Why it ended, where the venue says no more than that it did. */
function reasonOf(status: VenueOrder['status']): string | null {
  return status === 'FILLED' || status === 'NEW' || status === 'PARTIALLY_FILLED' ? null : status
}
