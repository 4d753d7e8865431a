import { formatRatio, type Ratio } from '../../../base/values/ratio.ts'
import type { Context } from '../../../context.ts'
import type { Pair } from '../../../core/reference/pairs.sql.ts'
import { findPrices } from '../../../core/reference/prices.sql.ts'
import { venueLimits } from '../../../providers/venue/venue-limits.ts'
import { acceptedValue, activePairs, shown, shownDecimals } from './market.ts'

type ListContext = Pick<Context, 'db' | 'log' | 'venue'>
type Shown = Readonly<{ price: string; bid: string | null; ask: string | null }>

/** Lists our pairs with the venue's last prices and best bid and ask. */
export async function listSymbols(ctx: ListContext) {
  const pairs = await activePairs(ctx)
  const prices = (await observedPrices(ctx, pairs)) ?? (await queryPrices(ctx, pairs))
  return pairs.flatMap(({ txPair, venueSymbol: symbol, base, quote }) => {
    const found = prices.get(symbol)
    if (found === undefined) return []
    return [{ txPair, symbol, baseAsset: base.symbol, quoteAsset: quote.symbol, ...found }]
  })
}

/** Returns the prices that the leader recorded recently, by symbol; null if one is missing. */
async function observedPrices(
  { db }: ListContext,
  pairs: readonly Pair[],
): Promise<ReadonlyMap<string, Shown> | null> {
  const names = pairs.map(({ txPair }) => txPair)
  const stored = await findPrices(db.read, names)
  const text = (ratio: Ratio) => formatRatio(ratio, shownDecimals, 'half-up')
  const found = pairs.flatMap(({ txPair, venueSymbol }) => {
    const known = stored.get(txPair)
    if (known?.source !== 'venue' || known.ageMs > venueLimits.shownPriceMs) return []
    const { price, bid, ask } = known
    const sides = { bid: bid === null ? null : text(bid), ask: ask === null ? null : text(ask) }
    return [[venueSymbol, { price: text(price), ...sides }] as const]
  })
  return found.length === pairs.length ? new Map(found) : null
}

async function queryPrices(
  ctx: ListContext,
  pairs: readonly Pair[],
): Promise<ReadonlyMap<string, Shown>> {
  const symbols = pairs.map(({ venueSymbol }) => venueSymbol)
  const [prices, best] = await Promise.all([
    ctx.venue.prices(symbols, 'public'),
    ctx.venue.bestPrices(symbols, 'public'),
  ])
  const [last, sides] = [acceptedValue(ctx, prices), acceptedValue(ctx, best)]
  return new Map(
    [...last].map(([symbol, price]) => {
      const { bid, ask } = sides.get(symbol) ?? { bid: null, ask: null }
      const both = { bid: bid === null ? null : shown(bid), ask: ask === null ? null : shown(ask) }
      return [symbol, { price: shown(price), ...both }]
    }),
  )
}
