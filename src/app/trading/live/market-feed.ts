import type { Context } from '../../../context.ts'
import { isListed } from '../../../core/reference/listing.rules.ts'
import type { Frame } from '../../../platform/http/responses/frame-stream.ts'
import { readTradingTerms } from '../trading-terms.ts'
import { FollowPairs, marketEvents } from './live-contracts.ts'
import { followMarket } from './live-market.ts'

type FeedContext = Pick<Context, 'answers' | 'broadcast' | 'clock' | 'config' | 'db'>

/**
 * Returns how to follow these pairs. A pair that is not traded is left out, and without a stream of
 * the venue all are: the caller's own events must not depend on the market.
 */
async function feedOf(ctx: FeedContext, symbols: readonly string[]) {
  const { prices, marketStreamUrl } = ctx.config.venue
  if (!prices || marketStreamUrl === null) return followNothing
  const { pairs } = await readTradingTerms(ctx)
  const txPairs = symbols.flatMap((name) => {
    const pair = pairs.get(name)
    return pair !== undefined && isListed(pair) ? [pair.txPair] : []
  })
  if (txPairs.length === 0) return followNothing
  return (send: (frame: Frame) => void) =>
    followMarket(ctx).join(txPairs, { send, look: () => undefined })
}

const followNothing = () => () => undefined

/** The market in the streams of signed-in callers. */
export const marketFeed = { query: FollowPairs, events: marketEvents, feedOf } as const
