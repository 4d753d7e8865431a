import { limits } from '../../../base/limits.ts'
import type { Context } from '../../../context.ts'
import { perDatabase } from '../../../database/per-database.ts'
import type { PricePurpose } from '../../../providers/venue/venue.ts'
import type { VenueDepth } from '../../../providers/venue/venue-objects.ts'
import type { Pair } from '../../../reference/pairs.sql.ts'

type DepthContext = Pick<Context, 'clock' | 'db' | 'venue'>
type Reading = Readonly<{ startedMs: number; depth: Promise<VenueDepth | null> }>

const readings = perDatabase((_ctx: DepthContext) => new Map<string, Reading>())

/**
 * Returns the venue's order book of a pair, with at most one call a second for all orders. Null if
 * the venue does not report it, which is not cached.
 */
export async function readDepth(
  ctx: DepthContext,
  { venueSymbol }: Pick<Pair, 'venueSymbol'>,
  purpose: PricePurpose,
): Promise<VenueDepth | null> {
  const cached = readings(ctx)
  const nowMs = ctx.clock.monotonicMs()
  // A separate entry per purpose: an exhausted public budget must not stop orders.
  const key = `${purpose} ${venueSymbol}`
  const known = cached.get(key)
  if (known !== undefined && nowMs - known.startedMs <= limits.trading.depthMs) return known.depth
  const reading: Reading = { startedMs: nowMs, depth: askForDepth(ctx, venueSymbol, purpose) }
  cached.set(key, reading)
  const depth = await reading.depth
  if (depth === null && cached.get(key) === reading) cached.delete(key)
  return depth
}

async function askForDepth(
  { venue }: DepthContext,
  symbol: string,
  purpose: PricePurpose,
): Promise<VenueDepth | null> {
  const answer = await venue.depth(symbol, purpose)
  return answer.kind === 'accepted' ? answer.value : null
}
