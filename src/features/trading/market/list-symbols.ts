import type { Context } from '../../../context.ts'
import { activePairs, shown, told } from './market.ts'

/** Our pairs with the venue's last prices and the best of both sides. */
export async function listSymbols(ctx: Pick<Context, 'db' | 'log' | 'venue'>) {
  const pairs = await activePairs(ctx)
  const symbols = pairs.map(({ venueSymbol }) => venueSymbol)
  const [prices, best] = await Promise.all([
    ctx.venue.prices(symbols),
    ctx.venue.bestPrices(symbols),
  ])
  const [last, sides] = [told(ctx, prices), told(ctx, best)]
  return pairs.flatMap(({ txPair, venueSymbol: symbol, base, quote }) => {
    const price = last.get(symbol)
    if (price === undefined) return []
    const { bid, ask } = sides.get(symbol) ?? { bid: null, ask: null }
    return [
      {
        txPair,
        symbol,
        baseAsset: base.symbol,
        quoteAsset: quote.symbol,
        price: shown(price),
        bid: bid === null ? null : shown(bid),
        ask: ask === null ? null : shown(ask),
      },
    ]
  })
}
