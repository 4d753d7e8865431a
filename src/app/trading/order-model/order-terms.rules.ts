import type { RefusalKey } from '../../../base/refusal.ts'
import {
  type Asset,
  compare,
  convert,
  formatMoney,
  isMultipleOf,
  isPositive,
  larger,
  type Money,
  parseMoney,
  smaller,
  toStep,
  whole,
} from '../../../base/values/money.ts'
import { isMore, parseRatio, type Ratio } from '../../../base/values/ratio.ts'
import type { Pair } from '../../../core/reference/pairs.sql.ts'
import type { Price } from '../../../core/reference/prices.sql.ts'
import type { NewVenueOrder } from '../../../providers/venue/venue.ts'
import type { VenueDepth } from '../../../providers/venue/venue-objects.ts'
import { partsIn, venueDecimals } from '../../../providers/venue/venue-parts.rules.ts'

/** The terms of an order; a market order has no price. */
export type OrderTerms = Readonly<{
  side: 'BUY' | 'SELL'
  type: 'LIMIT' | 'MARKET'
  /** Of the base asset. */
  volume: Money
  /** Of the quote asset for one whole unit of the base asset; null for a market order. */
  price: Money | null
}>

/** Parses an exact amount; null if it has more decimals than the asset, or is too large. */
export function amountOf(asset: Asset, digits: string): Money | null {
  const parsed = parseMoney(asset, digits)
  return parsed.ok ? parsed.money : null
}

/** Converts a price to a ratio of whole units. */
export const ratioOf = ({ asset, units }: Money): Ratio => ({
  numerator: units,
  denominator: 10n ** BigInt(asset.scale),
})

/** Returns the cost of a volume at a price, rounded up. */
export const costAt = (pair: Pair, volume: Money, price: Ratio): Money =>
  convert(volume, pair.quote, price, 'up')

/**
 * Checks an order against the pair's bounds, as it is sent to the venue: with its limit or, for a
 * market order, its worst price. Nothing is rounded for the user.
 */
export function fitsFilters(pair: Pair, { type, volume }: OrderTerms, limit: Money): boolean {
  const most = type === 'MARKET' ? pair.maxMarketQuantity : pair.maxQuantity
  const at = ratioOf(limit)
  return (
    isPositive(limit) &&
    isMultipleOf(limit, pair.priceTick) &&
    isMultipleOf(volume, pair.lotStep) &&
    compare(volume, pair.minQuantity) >= 0 &&
    compare(volume, most) <= 0 &&
    compare(convert(volume, pair.quote, at, 'down'), pair.minNotional) >= 0 &&
    compare(costAt(pair, volume, at), pair.maxNotional) <= 0
  )
}

const million = 1_000_000n

export type MarketPrices = Pick<Price, 'price' | 'bid' | 'ask'>

/** How far beyond the best price a market order may be executed. */
export type MarketReach = Readonly<{ bufferPpm: bigint; floorPpm: bigint }>

/** Returns the best price for a side, or the last price if the venue reports none. */
const bestPrice = ({ price, bid, ask }: MarketPrices, side: OrderTerms['side']): Ratio =>
  (side === 'BUY' ? ask : bid) ?? price

const scaled = ({ numerator, denominator }: Ratio, ppm: bigint): Ratio => ({
  numerator: numerator * ppm,
  denominator: denominator * million,
})

/**
 * Returns the worst price that a market order may be executed at: for a buy what its hold covers,
 * for a sale the floor. It is rounded to a tick towards the best price and never past it, since an
 * order that cannot meet the best price would never be executed. Zero if no tick is left for a
 * sale.
 */
export function worstPriceOf(
  { base, quote, priceTick }: Pair,
  side: OrderTerms['side'],
  market: MarketPrices,
  { bufferPpm, floorPpm }: MarketReach,
): Money {
  const best = bestPrice(market, side)
  const inTicks = (price: Ratio, rounding: 'down' | 'up'): Money =>
    toStep(convert(whole(base, 1n), quote, price, rounding), priceTick, rounding)
  if (side === 'BUY') {
    return larger(inTicks(scaled(best, million + bufferPpm), 'down'), inTicks(best, 'up'))
  }
  const floor = larger(inTicks(scaled(best, million - floorPpm), 'up'), priceTick)
  return smaller(floor, inTicks(best, 'down'))
}

/**
 * Returns what an order holds: the volume of a sale, or the cost of a buy at its limit. A market
 * buy holds its cost at the best ask plus the buffer, and at least its cost at its worst price.
 */
export function toHold(
  pair: Pair,
  { side, volume, price }: OrderTerms,
  market: MarketPrices | null,
  worst: Readonly<{ price: Money; bufferPpm: bigint }>,
): Money {
  if (side === 'SELL') return volume
  const cost = costAt(pair, volume, ratioOf(worst.price))
  if (price !== null || market === null) return cost
  const buffered = scaled(bestPrice(market, side), million + worst.bufferPpm)
  return larger(costAt(pair, volume, buffered), cost)
}

/** True if the order book covers the volume at this price or better. */
export function depthHolds(
  { side, volume }: OrderTerms,
  worstPrice: Money,
  { bids, asks }: VenueDepth,
): boolean {
  const limit = ratioOf(worstPrice)
  const offered = (side === 'BUY' ? asks : bids).reduce((sum, { price, quantity }) => {
    const at = parseRatio(price)
    const isWithin = at !== null && !(side === 'BUY' ? isMore(at, limit) : isMore(limit, at))
    return isWithin ? sum + (partsIn(quantity) ?? 0n) : sum
  }, 0n)
  return offered * 10n ** BigInt(volume.asset.scale) >= volume.units * 10n ** BigInt(venueDecimals)
}

/** Refuses limit buys above the market price and limit sales below it. */
export function limitRefusal({ side, price }: OrderTerms, market: Ratio): RefusalKey | null {
  if (price === null) return null
  const limit = ratioOf(price)
  if (side === 'BUY') return isMore(limit, market) ? 'api.limit_buy_price_too_high' : null
  return isMore(market, limit) ? 'api.limit_sell_price_too_low' : null
}

/**
 * Builds the order to send to the venue, under our order number. A market order is sent as a limit
 * order at its worst price that does not rest: the venue cancels what it cannot execute at once.
 */
export const venueOrderOf = (
  { venueSymbol: symbol }: Pick<Pair, 'venueSymbol'>,
  { side, type, volume }: Pick<OrderTerms, 'side' | 'type' | 'volume'>,
  limit: Money,
  clientOrderId: string,
): NewVenueOrder => ({
  symbol,
  side,
  clientOrderId,
  quantity: formatMoney(volume),
  price: formatMoney(limit),
  rests: type !== 'MARKET',
})
