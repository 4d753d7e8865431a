import { type Asset, convert, divide, idr, money } from '../../../base/values/money.ts'
import { inverse, parseRatio, type Ratio, times } from '../../../base/values/ratio.ts'
import type { RupiahPrice } from '../../../core/reference/rupiah-prices.sql.ts'
import type { TaxRate } from '../../../core/reference/tax-rates.rules.ts'
import type { Market } from '../order-model/hints.sql.ts'
import type { Order } from '../order-model/order.rules.ts'

/** The rupiah prices of a trade's assets, with the source and the time of the conversion. */
export type RupiahPrices = Readonly<{
  base: Ratio
  quote: Ratio
  source: string
  at: Date
}>

const one: Ratio = { numerator: 1n, denominator: 1n }

type Traded = Readonly<{ price: string; at: Date }>

/**
 * Returns the rupiah prices by which a trade is taxed: its own price if it was paid in rupiah, else
 * the platform's prices of both assets. An asset without a price is valued by the other one and the
 * price of the trade. Null if neither has a price.
 */
export function rupiahPrices(
  { side }: Pick<Order, 'side'>,
  trade: Traded,
  { pairClass, rupiah }: Pick<Market, 'pairClass' | 'rupiah'>,
): RupiahPrices | null {
  const own = parseRatio(trade.price)
  if (own === null) return null
  if (pairClass === 'rupiah') return { base: own, quote: one, source: 'trade', at: trade.at }
  const { base, quote } = rupiah
  // The source that is kept is that of the coin handed over.
  const used = side === 'SELL' && pairClass === 'coin' ? (base ?? quote) : (quote ?? base)
  const ofBase = base?.price ?? crossed(quote, own)
  const ofQuote = quote?.price ?? crossed(base, inverse(own))
  if (used === null || ofBase === null || ofQuote === null) return null
  return { base: ofBase, quote: ofQuote, source: used.source, at: used.at }
}

const crossed = (known: RupiahPrice | null, by: Ratio): Ratio | null =>
  known === null ? null : times(known.price, by)

/** Units of both assets of a trade, as booked. */
type TradedUnits = Readonly<{ volume: bigint; amount: bigint }>

/**
 * Returns the taxed value in sen: the money that the buyer pays if that is fiat; of a swap, the
 * coin that the party hands over.
 */
export function taxedValue(
  { side, pair }: Pick<Order, 'side' | 'pair'>,
  { volume, amount }: TradedUnits,
  prices: RupiahPrices,
  { pairClass }: Pick<Market, 'pairClass'>,
): bigint {
  const handsOverBase = side === 'SELL' && pairClass === 'coin'
  return handsOverBase
    ? inSen(pair.base, volume, prices.base)
    : inSen(pair.quote, amount, prices.quote)
}

const inSen = (asset: Asset, units: bigint, price: Ratio): bigint =>
  convert(money(asset, units), idr, price, 'down').units

const million = 1_000_000n

/** Returns the tax on a value in sen, rounded down. */
export const taxOn = (value: bigint, { rate, base }: Pick<TaxRate, 'rate' | 'base'>): bigint =>
  divide(value * rate.ppm * base.numerator, million * base.denominator, 'down')

/** Returns the value in sen of a fee that was taken from what a trade brought. */
export const feeValue = (
  { side, pair }: Pick<Order, 'side' | 'pair'>,
  fee: bigint,
  prices: RupiahPrices,
): bigint =>
  side === 'BUY' ? inSen(pair.base, fee, prices.base) : inSen(pair.quote, fee, prices.quote)
