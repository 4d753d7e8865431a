import type { Context } from '../../../context.ts'
import type { Pair } from '../../../core/reference/pairs.sql.ts'
import type { MarketListener } from '../../../providers/venue/market-stream.ts'
import type { VenueStream } from '../../../providers/venue/reconnecting-socket.ts'
import { tradingLimits } from '../trading-limits.ts'
import { activePairs } from './market.ts'
import { forgetTickers, noteTicker } from './streamed-prices.ts'

type MarketContext = Pick<Context, 'clock' | 'config' | 'db' | 'log' | 'venue'>

/** Gets what the stream reports, and the pairs that it reports on. */
type MarketSubscriber = MarketListener & Readonly<{ follow: (pairs: readonly Pair[]) => void }>

/**
 * Listens to the markets of all active pairs on the venue's market stream, if one is configured.
 * Subscribes again if operators change the active pairs. Returns a function that ends it.
 */
export function subscribeMarket(
  ctx: MarketContext,
  subscriber: MarketSubscriber,
): () => Promise<void> {
  if (!ctx.config.venue.prices) return async () => undefined
  const stopping = new AbortController()
  let stream: VenueStream | null = null
  let subscribed = ''

  async function subscribe(): Promise<void> {
    const pairs = await activePairs(ctx)
    const symbols = pairs.map(({ venueSymbol }) => venueSymbol).toSorted()
    if (symbols.join() === subscribed) return
    await stream?.close()
    subscribed = symbols.join()
    subscriber.follow(pairs)
    stream =
      symbols.length === 0
        ? null
        : ctx.venue.listenToMarket(symbols, {
            ...subscriber,
            onTicker: (ticker) => {
              noteTicker(ctx, ticker)
              subscriber.onTicker(ticker)
            },
          })
  }

  const keeping = (async () => {
    while (!stopping.signal.aborted) {
      await subscribe().catch((error: unknown) => {
        ctx.log.warn({ err: error, provider: 'venue' }, 'the market stream could not be subscribed')
      })
      await ctx.clock.sleep(tradingLimits.listenEveryMs, stopping.signal)
    }
  })()
  return async () => {
    stopping.abort()
    await keeping
    await stream?.close()
    forgetTickers(ctx)
  }
}
