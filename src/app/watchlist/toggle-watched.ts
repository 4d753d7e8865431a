import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { findPair } from '../../core/reference/pairs.sql.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { pairName } from '../../platform/http/contracts/pair-contract.ts'
import { toggleEntry, watchlistLimits } from './watchlist.sql.ts'

export const ToggleWatched = z.object({ txPair: pairName({ max: watchlistLimits.pairChars }) })

/** Adds a pair to the caller's watchlist, or removes it if it is there; also a disabled pair. */
export async function toggleWatched(
  ctx: Pick<Context, 'db'>,
  { txPair }: z.output<typeof ToggleWatched>,
  { id }: Caller,
): Promise<'collect ok!' | 'cancel ok!'> {
  const collected = await ctx.db.inTransaction(async (tx) => {
    const pair = await findPair(tx, txPair)
    return pair === null ? null : await toggleEntry(tx, id, pair.id)
  })
  if (collected === null) return refuse('api.watched_pair_not_found', { text: 'txPair not exist!' })
  return collected ? 'collect ok!' : 'cancel ok!'
}
