import {
  type Asset,
  compare,
  exchange,
  formatMoney,
  isMultipleOf,
  type Money,
  parseMoney,
} from '../../../base/money.ts'
import { isMore, type Ratio } from '../../../base/ratio.ts'
import type { RefusalKey } from '../../../base/refusal.ts'
import type { NewVenueOrder } from '../../../providers/venue/venue.ts'
import type { Pair } from '../../../reference/pairs.sql.ts'

/** What an order asks for; the price of a market order is the market's. */
export type OrderTerms = Readonly<{
  side: 'BUY' | 'SELL'
  type: 'LIMIT' | 'MARKET'
  /** Of the base asset. */
  volume: Money
  /** Of the quote asset for one whole unit of the base asset; null for a market order. */
  price: Money | null
}>

/** An amount of exactly these digits; null where the asset has fewer decimals or none so large. */
export function amountOf(asset: Asset, digits: string): Money | null {
  const parsed = parseMoney(asset, digits)
  return parsed.ok ? parsed.money : null
}

/** A price in money as a ratio of whole units. */
export const ratioOf = ({ asset, units }: Money): Ratio => ({
  numerator: units,
  denominator: 10n ** BigInt(asset.scale),
})

/** What the volume costs at a price, rounded up. */
export const costAt = (pair: Pair, volume: Money, price: Ratio): Money =>
  exchange(volume, pair.quote, price, 'up')

/** Whether the pair's bounds let it through as it is: nothing is rounded for anybody. */
export function fitsFilters(pair: Pair, terms: OrderTerms, market: Ratio | null): boolean {
  const { type, volume, price } = terms
  const most = type === 'MARKET' ? pair.maxMarketQuantity : pair.maxQuantity
  const at = price === null ? market : ratioOf(price)
  if (at === null) return false
  const cost = costAt(pair, volume, at)
  return (
    (price === null || isMultipleOf(price, pair.priceTick)) &&
    isMultipleOf(volume, pair.lotStep) &&
    compare(volume, pair.minQuantity) >= 0 &&
    compare(volume, most) <= 0 &&
    compare(cost, pair.minNotional) >= 0 &&
    compare(cost, pair.maxNotional) <= 0
  )
}

const million = 1_000_000n

/**
 * What an order freezes: what is sold, or what buying costs at its limit; at the market, what the
 * best ask would cost and some more, for the market moves before the venue hears of it.
 */
export function toHold({ pair, terms, market, bufferPpm }: Holding): Money {
  const { side, volume, price } = terms
  if (side === 'SELL') return volume
  if (price !== null) return costAt(pair, volume, ratioOf(price))
  const at = market?.ask ?? market?.price
  if (at === undefined) throw new RangeError('a market order is measured against a market')
  const numerator = at.numerator * (million + bufferPpm)
  return costAt(pair, volume, { numerator, denominator: at.denominator * million })
}

export type Holding = Readonly<{
  pair: Pair
  terms: OrderTerms
  market: Readonly<{ price: Ratio; ask: Ratio | null }> | null
  bufferPpm: bigint
}>

/** Nobody may buy above the market, nor sell below it, by a limit order. */
export function limitRefusal({ side, price }: OrderTerms, market: Ratio): RefusalKey | null {
  if (price === null) return null
  const limit = ratioOf(price)
  if (side === 'BUY') return isMore(limit, market) ? 'api.limit_buy_price_too_high' : null
  return isMore(market, limit) ? 'api.limit_sell_price_too_low' : null
}

/** An order in the venue's words; its number is ours. */
export function venueOrderOf(
  { venueSymbol: symbol }: Pick<Pair, 'venueSymbol'>,
  { side, volume, price }: Pick<OrderTerms, 'side' | 'volume' | 'price'>,
  clientOrderId: string,
): NewVenueOrder {
  const common = { symbol, side, clientOrderId, quantity: formatMoney(volume) }
  return price === null
    ? { ...common, type: 'MARKET' }
    : { ...common, type: 'LIMIT', price: formatMoney(price) }
}
