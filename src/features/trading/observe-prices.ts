import type { Context } from '../../context.ts'
import { recordPrices } from '../../reference/prices.sql.ts'
import { activePairs, shown } from './market.ts'

/**
 * Keeps the venue's last prices, by which orders are measured and money is valued. While the venue
 * is away they grow old, and what hangs on them is refused. Answers how many it kept.
 */
export async function observePrices(
  ctx: Pick<Context, 'clock' | 'config' | 'db' | 'venue'>,
): Promise<number> {
  if (!ctx.config.venue.prices) return 0
  const pairs = await activePairs(ctx)
  // A price may be as old as the question, never younger than it is.
  const observedAt = ctx.clock.now()
  const answer = await ctx.venue.prices(pairs.map(({ venueSymbol }) => venueSymbol))
  if (answer.kind !== 'accepted') return 0
  const observed = pairs.flatMap(({ txPair, venueSymbol }) => {
    const price = answer.value.get(venueSymbol)
    if (price === undefined) return []
    return [{ pair: txPair, price: shown(price), source: 'venue', observedAt } as const]
  })
  if (observed.length > 0) await recordPrices(ctx.db.read, observed)
  return observed.length
}
