import { parseRatio } from '../../../base/ratio.ts'
import type { Context } from '../../../context.ts'
import type { BestPrices } from '../../../providers/venue/venue-objects.ts'
import { recordPrices } from '../../../reference/prices.sql.ts'
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
  const symbols = pairs.map(({ venueSymbol }) => venueSymbol)
  const [prices, best] = await Promise.all([
    ctx.venue.prices(symbols),
    ctx.venue.bestPrices(symbols),
  ])
  if (prices.kind !== 'accepted') return 0
  const asks = best.kind === 'accepted' ? best.value : null
  const observed = pairs.flatMap(({ txPair, venueSymbol }) => {
    const price = prices.value.get(venueSymbol)
    if (price === undefined) return []
    const ask = askOf(asks?.get(venueSymbol))
    return [{ pair: txPair, price: shown(price), ask, source: 'venue', observedAt } as const]
  })
  if (observed.length > 0) await recordPrices(ctx.db.read, observed)
  return observed.length
}

/** Nobody asking anything is shown as a price of nothing. */
function askOf(best: BestPrices | undefined): string | null {
  const ask = best?.ask ?? null
  return ask === null || parseRatio(shown(ask)) === null ? null : shown(ask)
}
