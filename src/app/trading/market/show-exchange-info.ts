import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { type AskExchangeInfo, orderTypes } from '../trading-contracts.ts'
import { acceptedValue, activePair, activePairs } from './market.ts'

type MarketContext = Pick<Context, 'db' | 'log' | 'venue'>

export async function showExchangeInfo(
  ctx: MarketContext,
  { symbol }: z.output<typeof AskExchangeInfo>,
) {
  const pairs = symbol === undefined ? await activePairs(ctx) : [await activePair(ctx, symbol)]
  const bySymbol = new Map(pairs.map((pair) => [pair.venueSymbol, pair]))
  const markets = acceptedValue(ctx, await ctx.venue.markets([...bySymbol.keys()], 'public'))
  const symbols = markets.flatMap(({ selfTradeModes: _, ...market }) => {
    const pair = bySymbol.get(market.symbol)
    if (pair === undefined) return []
    // Only order types that we accept as well.
    const taken = orderTypes.filter((type) => market.orderTypes.includes(type))
    return [{ ...market, txPair: pair.txPair, orderTypes: taken }]
  })
  return { symbols }
}
