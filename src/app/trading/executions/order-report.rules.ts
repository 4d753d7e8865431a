import type { OrderNo } from '../../../base/values/ids.ts'
import { formatMoney, parseMoney } from '../../../base/values/money.ts'
import { isMore, parseRatio, times } from '../../../base/values/ratio.ts'
import type { VenueOrderState } from '../../../providers/venue/order-states.ts'
import type { ExecutedTrade } from '../../../providers/venue/venue-events.ts'
import { partsIn, venueDecimals } from '../../../providers/venue/venue-parts.rules.ts'
import type { Market } from '../order-model/hints.sql.ts'
import type { Order } from '../order-model/order.rules.ts'
import { ratioOf } from '../order-model/order-terms.rules.ts'
import { tradingLimits } from '../trading-limits.ts'
import type { Fill } from './fill.rules.ts'

/** A trade as the venue reports it. */
export type ReportedTrade = ExecutedTrade & Readonly<{ atMs: number }>

/** The venue's report of an order, from any source. */
export type OrderReport = Readonly<{
  orderNo: OrderNo
  venueOrderId: string
  symbol: string
  side: 'BUY' | 'SELL'
  /** Null if not reported. */
  quantity: string | null
  stage: VenueOrderState['stage']
  /** Executed so far, in the venue's decimal digits. */
  executed: string
  trades: readonly ReportedTrade[]
  reason: string | null
  /**
   * An event is a hint, by callback or stream. The response to placing is of that moment. What we
   * queried is final.
   */
  source: 'event' | 'placing' | 'query'
}>

/** True for an event and for the response to placing; false if we queried the order. */
export const isUnqueried = ({ source }: OrderReport): boolean => source !== 'query'

/** A report in our units, or why it cannot be of this order. */
export type Read =
  | Readonly<{ ok: true; fills: readonly Fill[]; executed: bigint; ended: boolean }>
  | Readonly<{ ok: false; why: string }>

const no = (why: string): Read => ({ ok: false, why })

/**
 * True if the venue accepted an order as it was sent and has executed none of it, so that nothing
 * but its id there is new.
 */
export function isOnlyAccepted(sent: Sent, report: OrderReport): boolean {
  const read = readOrderReport({ ...sent, venueOrderId: null }, report)
  return report.stage === 'accepted' && read.ok && read.executed === 0n && read.fills.length === 0
}

type Sent = Pick<Order, 'pair' | 'side' | 'volume'>

/** Parses a report and checks that it fits the order. */
export function readOrderReport(
  order: Sent & Pick<Order, 'venueOrderId'>,
  report: OrderReport,
): Read {
  const { pair, side, volume, venueOrderId } = order
  if (report.symbol !== pair.venueSymbol) return no(`it is an order for ${report.symbol}`)
  if (report.side !== side) return no(`it is an order to ${report.side}`)
  if (venueOrderId !== null && report.venueOrderId !== venueOrderId) {
    return no(`it is order ${report.venueOrderId} of the venue, not ${venueOrderId}`)
  }
  if (!fitsQuantity(order, report)) {
    return no(`its quantity is ${report.quantity}, not ${formatMoney(volume)}`)
  }
  const executed = unitsIn(order, report.executed)
  if (executed === null || executed > volume.units) return no(`${report.executed} were executed`)
  const fills: Fill[] = []
  for (const trade of report.trades) {
    const fill = readTrade(order, trade)
    if (typeof fill === 'string') return no(`of trade ${trade.id}: ${fill}`)
    fills.push(fill)
  }
  return { ok: true, fills, executed, ended: report.stage === 'ended' }
}

/**
 * The venue's own record may have less than was ordered: staff can lower the quantity of an
 * open order there, which then ends with less.
 */
function fitsQuantity(order: Sent, report: OrderReport): boolean {
  if (report.quantity === null) return true
  const quantity = unitsIn(order, report.quantity)
  const { units } = order.volume
  return quantity === units || (!isUnqueried(report) && quantity !== null && quantity < units)
}

/** Parses an exact amount of the base asset, in units; null if it has no such amount. */
function unitsIn({ pair }: Pick<Order, 'pair'>, digits: string): bigint | null {
  const [whole = '', fraction = ''] = digits.split('.')
  const shown = fraction.replace(/0+$/, '')
  const parsed = parseMoney(pair.base, shown === '' ? whole : `${whole}.${shown}`)
  return parsed.ok ? parsed.money.units : null
}

/** True if a trade's price is worse than the order's limit. */
export function isBeyondLimit({ side, limit }: Order, fill: Pick<Fill, 'price'>): boolean {
  const price = parseRatio(fill.price)
  if (limit === null || price === null) return false
  return side === 'BUY' ? isMore(price, ratioOf(limit)) : isMore(ratioOf(limit), price)
}

const million = 1_000_000n
const { hintBandPpm, hintSkewMs, queriedSkewMs } = tradingLimits

/**
 * Returns why a new trade is not booked from this report: its time is not between that of its order
 * and now, or we did not query it and its price is far from the last one. Null if it may be booked.
 */
export function doubtOfTrade(
  { createdAt }: Pick<Order, 'createdAt'>,
  report: OrderReport,
  { price: digits, at }: Fill,
  market: Market | undefined,
): string | null {
  if (market === undefined) return 'its pair is unknown'
  const skewMs = isUnqueried(report) ? hintSkewMs : queriedSkewMs
  const [earliest, latest] = [createdAt.getTime() - skewMs, market.now.getTime() + skewMs]
  if (at.getTime() < earliest || at.getTime() > latest) return `its time is ${at.toISOString()}`
  return isUnqueried(report) ? doubtOfPrice(digits, market.price) : null
}

function doubtOfPrice(digits: string, last: Market['price']): string | null {
  const price = parseRatio(digits)
  if (last === null || price === null) return 'no recent price is known'
  const scaled = times(price, { numerator: million, denominator: 1n })
  const edge = (ppm: bigint) => times(last, { numerator: ppm, denominator: 1n })
  const isFar =
    isMore(scaled, edge(million + hintBandPpm)) || isMore(edge(million - hintBandPpm), scaled)
  return isFar ? `${digits} is far from the last price` : null
}

/** Parses a trade; returns a text if it is invalid. */
export function readTrade(order: Pick<Order, 'pair'>, trade: ReportedTrade): Fill | string {
  const volume = unitsIn(order, trade.quantity)
  if (volume === null || volume === 0n) return `${trade.quantity} is not a quantity`
  const price = parseRatio(trade.price)
  if (price === null) return `${trade.price} is not a price`
  const { numerator, denominator } = price
  const scale = 10n ** BigInt(order.pair.base.scale)
  const product = (volume * numerator * 10n ** BigInt(venueDecimals)) / (scale * denominator)
  return {
    tradeId: trade.id,
    price: trade.price,
    volume,
    quote: trade.quote === null ? product : (partsIn(trade.quote) ?? product),
    commission: partsIn(trade.commission) ?? 0n,
    commissionAsset: trade.commissionAsset,
    at: new Date(trade.atMs),
  }
}
