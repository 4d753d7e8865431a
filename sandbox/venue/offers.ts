import { least } from './amounts.ts'
import type { Market } from './markets.ts'
import type { Order } from './orders.ts'

/** An offer of others at a price. Orders meet it at `price`; the depth shows `shown`. */
export type Offer = Readonly<{ shown: bigint; price: bigint; quantity: bigint }>

type Side = Order['side']
type Sides = Readonly<Record<Side, readonly Offer[]>>

/** Offers set by the control API, which replace those around the price. */
export type Fixed = Map<string, Sides>

/** Quantities taken of the offers, by symbol and the side that took them. */
export type Taken = Map<string, bigint>

const levels = 50

const keyOf = (symbol: string, taker: Side): string => `${symbol}:${taker}`

/**
 * Returns offers around a price, the best first. Each is met one tick better than it is shown, so
 * that the first one is met at the price itself.
 */
function around({ tick, maxMarketQuantity }: Market, taker: Side, price: bigint): readonly Offer[] {
  const away = taker === 'BUY' ? tick : -tick
  return Array.from({ length: levels }, (_, at) => BigInt(at))
    .map((at) => ({
      shown: price + away * (at + 1n),
      price: price + away * at,
      quantity: maxMarketQuantity * (at + 1n),
    }))
    .filter(({ shown }) => shown > 0n)
}

function after(offers: readonly Offer[], taken: bigint): readonly Offer[] {
  let left = taken
  return offers.flatMap((offer) => {
    const gone = least(left, offer.quantity)
    left -= gone
    return gone === offer.quantity ? [] : [{ ...offer, quantity: offer.quantity - gone }]
  })
}

type Offered = Readonly<{ fixed: Fixed; taken: Taken }>

/** Returns the offers that a taker of this side meets, the best first. */
export function offersTo(
  { fixed, taken }: Offered,
  market: Market,
  taker: Side,
  price: bigint,
): readonly Offer[] {
  const all = fixed.get(market.symbol)?.[taker] ?? around(market, taker, price)
  return after(all, taken.get(keyOf(market.symbol, taker)) ?? 0n)
}

export function takeOffers({ taken }: Offered, symbol: string, taker: Side, quantity: bigint) {
  const key = keyOf(symbol, taker)
  taken.set(key, (taken.get(key) ?? 0n) + quantity)
}

/** Restores the offers that were taken around the price; taken parts of fixed offers stay taken. */
export function offerAgain({ fixed, taken }: Offered, symbol: string): void {
  if (fixed.has(symbol)) return
  for (const taker of ['BUY', 'SELL'] as const) taken.delete(keyOf(symbol, taker))
}

/** Replaces the offers of a symbol; null restores those around the price. */
export function fixOffers({ fixed, taken }: Offered, symbol: string, sides: Sides | null): void {
  if (sides === null) fixed.delete(symbol)
  else fixed.set(symbol, sides)
  for (const taker of ['BUY', 'SELL'] as const) taken.delete(keyOf(symbol, taker))
}
