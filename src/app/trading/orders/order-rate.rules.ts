import { Refusal } from '../../../base/refusal.ts'
import type { OpenOrderCaps } from '../../../providers/venue/open-order-caps.ts'
import { venueLimits } from '../../../providers/venue/venue-limits.ts'
import type { NewOrder } from '../order-model/orders.sql.ts'
import type { TradingTerms } from '../trading-terms.ts'
import type { Trader } from './trading-eligibility.sql.ts'

/** A user's orders accepted so far in this transaction. */
export type Tally = { taken: number; readonly inPair: Map<string, number> }

/** A user's use of the order rate of ten seconds. */
export type OrderRate = Readonly<{ most: number; left: number; resetSeconds: number }>

type OrderRateLimits = Pick<TradingTerms, 'mostOpen' | 'ordersIn10Seconds' | 'ordersADay'>

export const newTally = (): Tally => ({ taken: 0, inPair: new Map() })

type Taking = Readonly<{
  tally: Tally
  trader: Trader | undefined
  trading: OrderRateLimits
  openCaps: OpenOrderCaps
}>

/** Returns the refusal of one more order of its user; null if it is within the limits. */
export function beyondBounds(
  { pair }: Pick<NewOrder, 'pair'>,
  { tally, trader, trading, openCaps }: Taking,
): Refusal | null {
  if (trader === undefined) return new Refusal('api.too_many_open_orders')
  const { placed, openOrders, openInPair } = trader
  if (placed.today + tally.taken >= trading.ordersADay) return tooMany(placed.dayRestMs)
  if (placed.inTenSeconds + tally.taken >= trading.ordersIn10Seconds) {
    return tooMany(tally.taken > 0 && placed.inTenSeconds === 0 ? tenSecondsMs : placed.restMs)
  }
  const id = pair.id.toString()
  const inPair = (openInPair.get(id) ?? 0) + (tally.inPair.get(id) ?? 0)
  const ofAll = openCaps.ofAll()
  const mostOpen = Math.min(trading.mostOpen, ofAll === null ? trading.mostOpen : partOf(ofAll))
  const isFull = inPair >= partOf(openCaps.ofSymbol(pair.venueSymbol))
  return isFull || openOrders + tally.taken >= mostOpen
    ? new Refusal('api.too_many_open_orders')
    : null
}

const tenSecondsMs = 10_000

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000))

const tooMany = (restMs: number): Refusal =>
  new Refusal('api.too_many_requests', { retryAfterSeconds: secondsOf(restMs) })

/**
 * Returns how many open orders one user may have under the venue's cap: less than a tenth of it.
 */
const partOf = (cap: number): number => Math.max(1, Math.ceil(cap / venueLimits.openOrdersPart) - 1)

export function rateOf(
  { placed }: Pick<Trader, 'placed'>,
  { taken }: Tally,
  { ordersIn10Seconds: most, ordersADay }: OrderRateLimits,
): OrderRate {
  const left = Math.min(most - placed.inTenSeconds, ordersADay - placed.today) - taken
  const restMs = placed.inTenSeconds > 0 ? placed.restMs : tenSecondsMs
  return { most, left: Math.max(0, left), resetSeconds: secondsOf(restMs) }
}
