import { formatMoney, money } from '../../../base/values/money.ts'
import { shownAmount, shownMoney } from '../../../base/values/shown-amount.ts'
import type { OperatorNotice, UserNotice } from '../../../core/outbox/notices.ts'
import type { HouseRefusal } from '../../../providers/venue/house-refusals.ts'
import { isSelfTradeEnd } from '../../../providers/venue/order-states.ts'
import type { VenueOrder } from '../../../providers/venue/venue-objects.ts'
import { type Order, paidAsset, receivedAsset } from '../order-model/order.rules.ts'
import { bookedOf, excess, type Fill, type ForeignCommission, fillKey } from './fill.rules.ts'
import type { NewFill } from './fills.sql.ts'
import type { OrderReport } from './order-report.rules.ts'

/** Builds the notice of an ended order; none if its user cancelled it. */
export function endNotice(order: Order): readonly UserNotice[] {
  const { orderNo, user, pair, status, ownCancel } = order
  if (status === 'CANCEL' && ownCancel) return []
  const expired = isSelfTradeEnd(order.reason) ? 'order-expired' : 'order-canceled'
  const kind = status === 'DONE' ? 'order-filled' : expired
  const asset = receivedAsset(order)
  const { gross, fee, tax, credit } = bookedOf(order, order.executed)
  const inWords = (units: bigint) => formatMoney(money(asset, units))
  return [
    {
      to: 'user',
      kind,
      key: `${kind}:${orderNo}`,
      user,
      report: null,
      data: {
        symbol: asset.symbol,
        amount: inWords(gross),
        fee: inWords(fee + tax),
        credited: inWords(credit),
        reference: orderNo,
        destination: pair.txPair,
      },
    },
  ]
}

const factsOf = ({ orderNo, user, pair, side, volume, executed }: Order) => ({
  orderNo,
  userId: String(user),
  order: `${side} ${shownMoney(volume)}, ${pair.txPair}`,
  executed: shownMoney(money(pair.base, executed.volume)),
})

/**
 * Alert: the venue's report of an order does not fit, so none of it is booked until an operator has
 * reviewed it. If the venue's list contradicts what was booked, the pair was stopped.
 */
export const orderInDoubt = (
  order: Order,
  why: string,
  { stopped }: Readonly<{ stopped: boolean }>,
): OperatorNotice => ({
  to: 'operator',
  kind: 'order-in-doubt',
  key: `order-in-doubt:${order.orderNo}:${why}`.slice(0, 600),
  severity: 'critical',
  subject: (stopped
    ? `${order.pair.txPair} stopped: the venue's list contradicts a booked trade: ${why}`
    : `The venue's report does not fit its order: ${why}`
  ).slice(0, 300),
  data: { ...factsOf(order), venueOrderId: order.venueOrderId ?? '' },
})

/**
 * Alert: a market order was executed beyond its worst price, and its pair was stopped. The house
 * pays what a buy cost beyond its hold.
 */
export const costMore = ({ order, fill, step }: NewFill): OperatorNotice => ({
  to: 'operator',
  kind: 'order-cost-more',
  key: `order-cost-more:${fillKey(order, fill)}`,
  severity: 'critical',
  subject: `${order.pair.txPair} stopped: a market order was executed beyond its worst price`,
  data: {
    ...factsOf(order),
    price: shownAmount(fill.price, order.pair.quote.symbol, 'en'),
    worstPrice: order.limit === null ? '' : shownMoney(order.limit),
    excess: shownMoney(money(paidAsset(order), excess(order, step))),
  },
})

/** Alert, once a day: balances in an asset that we do not have cannot be compared. */
export const commissionUnbooked = (
  { key, symbol }: ForeignCommission,
  day: string,
): OperatorNotice => ({
  to: 'operator',
  kind: 'commission-unbooked',
  key: `commission-unbooked:${symbol}:${day}`,
  severity: 'warning',
  subject: `The venue keeps its commission in ${symbol}, an asset that we do not have`.slice(
    0,
    300,
  ),
  data: { symbol, trade: key },
})

export const unmatchedTrade = (
  { txPair, quote }: Pick<Order['pair'], 'txPair' | 'quote'>,
  report: OrderReport,
  fill: Fill,
): OperatorNotice => ({
  to: 'operator',
  kind: 'unmatched-trade',
  key: `unmatched-trade:${txPair}:${fill.tradeId}:${report.side}`,
  severity: 'critical',
  subject: `A trade of ${txPair} at the venue belongs to no open order of ours`,
  data: {
    tradeId: fill.tradeId,
    venueOrderId: report.venueOrderId,
    clientOrderId: report.orderNo,
    side: report.side,
    price: shownAmount(fill.price, quote.symbol, 'en'),
  },
})

type NamedOrder = Pick<OrderReport, 'orderNo' | 'venueOrderId' | 'symbol' | 'side'>

export const unknownOrder = ({
  orderNo,
  venueOrderId,
  symbol,
  side,
}: NamedOrder): OperatorNotice => ({
  to: 'operator',
  kind: 'unmatched-order',
  key: `unmatched-order:${symbol}:${venueOrderId}`,
  severity: 'warning',
  subject: `The venue reports an order that we did not place: ${symbol} ${venueOrderId}`,
  data: { clientOrderId: orderNo, venueOrderId, symbol, side },
})

/** Alert: an order that had ended in our books was still open at the venue. */
export const orderLeftOpen = ({
  clientOrderId,
  orderId,
  symbol,
  side,
  executed,
}: VenueOrder): OperatorNotice => ({
  to: 'operator',
  kind: 'order-in-doubt',
  key: `order-left-open:${symbol}:${orderId}`,
  severity: 'critical',
  subject: 'An order that had ended here was still open at the venue, and was cancelled there',
  data: { orderNo: clientOrderId, venueOrderId: orderId, symbol, side, executed },
})

/**
 * Alert: after many queries it is still unknown whether the venue has the order. The comparison of
 * the books finds such an order by the key.
 */
export const orderUndecided = (order: Order): OperatorNotice => ({
  to: 'operator',
  kind: 'order-undecided',
  key: `order-undecided:${order.orderNo}`,
  severity: 'critical',
  subject: `An order is still undecided after ${order.attempts} queries to the venue`,
  data: factsOf(order),
})

type Stop = Readonly<{ key: string; what: string }>

/**
 * Alert: the venue refuses our account, once an hour for each cause; and for each stop that follows
 * from it.
 */
export const accountRefused = (
  { cause, fault, message }: HouseRefusal & Readonly<{ cause: string }>,
  at: Date | Stop,
): OperatorNotice => {
  const isStop = !(at instanceof Date)
  const once = isStop ? at.key : `${cause}:${at.toISOString().slice(0, 13)}`
  const subject = `The venue refuses our account (${cause})`
  return {
    to: 'operator',
    kind: 'venue-account-refused',
    key: `venue-account-refused:${once}`,
    severity: 'critical',
    subject: isStop ? `${subject}; ${at.what} stopped` : subject,
    data: { class: fault, message },
  }
}
