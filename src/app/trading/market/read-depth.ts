import { cachedCalls } from '../../../base/concurrency/cache.ts'
import type { Context } from '../../../context.ts'
import { perDatabase } from '../../../core/database/per-database.ts'
import type { Pair } from '../../../core/reference/pairs.sql.ts'
import type { PricePurpose } from '../../../providers/venue/venue.ts'
import { venueLimits } from '../../../providers/venue/venue-limits.ts'
import type { VenueDepth } from '../../../providers/venue/venue-objects.ts'
import { tradingLimits } from '../trading-limits.ts'

type DepthContext = Pick<Context, 'clock' | 'db' | 'venue'>

const readingsOf = perDatabase(({ clock }: DepthContext) =>
  cachedCalls<VenueDepth | null>({
    entries: 2 * venueLimits.symbols,
    maxAgeMs: tradingLimits.depthMs,
    clock,
    isKept: (depth) => depth !== null,
  }),
)

/**
 * Returns the venue's order book of a pair, with at most one call a second for all orders. Null if
 * the venue does not report it, which is not cached.
 */
export const readDepth = (
  ctx: DepthContext,
  { venueSymbol }: Pick<Pair, 'venueSymbol'>,
  purpose: PricePurpose,
): Promise<VenueDepth | null> =>
  // A separate entry per purpose: an exhausted public budget must not stop orders.
  readingsOf(ctx)(`${purpose} ${venueSymbol}`, () => queryDepth(ctx, venueSymbol, purpose))

async function queryDepth(
  { venue }: DepthContext,
  symbol: string,
  purpose: PricePurpose,
): Promise<VenueDepth | null> {
  const answer = await venue.depth(symbol, purpose)
  return answer.kind === 'accepted' ? answer.value : null
}
