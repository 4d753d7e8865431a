import type { z } from 'zod'
import { cachedCalls } from '../../../base/concurrency/cache.ts'
import type { Context } from '../../../context.ts'
import { perDatabase } from '../../../core/database/per-database.ts'
import { venueLimits } from '../../../providers/venue/venue-limits.ts'
import type { DepthLevel } from '../../../providers/venue/venue-objects.ts'
import { acceptedValue, activePair, shown } from '../market/market.ts'
import { type AskMarket, shownBook, shownMarketTrade } from './live-contracts.ts'
import { liveLimits } from './live-limits.ts'
import { followMarket } from './live-market.ts'
import { type PairTrade, pairTradeOf } from './market-message.ts'

type ShowContext = Pick<Context, 'broadcast' | 'clock' | 'db' | 'log' | 'venue'>
type Asked = z.output<typeof AskMarket>

/** Shows the order book that the stream reported last, or else the venue's. */
export async function showDepth(ctx: ShowContext, { symbol }: Asked) {
  const { txPair, venueSymbol } = await activePair(ctx, symbol)
  const live = followMarket(ctx).snapshotOf(txPair)?.book ?? null
  if (live !== null) return { txPair, ...shownBook(live) }
  const { bids, asks } = acceptedValue(ctx, await ctx.venue.depth(venueSymbol, 'public'))
  return { txPair, bids: shownLevels(bids), asks: shownLevels(asks) }
}

const shownLevels = (levels: readonly DepthLevel[]) =>
  levels
    .slice(0, venueLimits.liveLevels)
    .map(({ price, quantity }) => ({ price: shown(price), volume: shown(quantity) }))

/** Shows the last trades: those that the stream reported, and before them the venue's. */
export async function showTrades(ctx: ShowContext, { symbol }: Asked) {
  const { txPair, venueSymbol } = await activePair(ctx, symbol)
  const live = followMarket(ctx).snapshotOf(txPair)?.trades ?? null
  if (live !== null && live.length === venueLimits.liveTrades) {
    return { txPair, trades: live.map(shownMarketTrade) }
  }
  const first = live?.at(-1)?.id ?? ''
  const maxAgeMs = live === null ? liveLimits.unstreamedTradesMs : liveLimits.earlierTradesMs
  // A stream that begins again after a gap begins with another trade.
  const listed = await listedOf(ctx)(
    `${venueSymbol} ${first}`,
    () => queryTrades(ctx, venueSymbol),
    maxAgeMs,
  )
  const earlier = listed.filter(({ id }) => first === '' || BigInt(id) < BigInt(first))
  const trades = [...(live ?? []), ...earlier].slice(0, venueLimits.liveTrades)
  return { txPair, trades: trades.map(shownMarketTrade) }
}

const listedOf = perDatabase(({ clock }: ShowContext) =>
  cachedCalls<readonly PairTrade[]>({
    entries: 2 * venueLimits.symbols,
    maxAgeMs: liveLimits.earlierTradesMs,
    clock,
  }),
)

/** Reads the venue's last trades, newest first. */
async function queryTrades(ctx: ShowContext, symbol: string): Promise<readonly PairTrade[]> {
  const trades = acceptedValue(ctx, await ctx.venue.publicTrades(symbol))
  return trades.map(pairTradeOf).toReversed()
}
