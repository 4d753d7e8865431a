import { sql } from 'kysely'
import type { PairId, UserId } from '../../base/values/ids.ts'
import type { Database, Tx } from '../../core/database/database.ts'

export const watchlistLimits = {
  pairChars: 50,
  entries: 1_000,
} as const

/** Adds the pair, or removes it if it is on the list; returns whether it is on the list now. */
export async function toggleEntry(tx: Tx, user: UserId, pair: PairId): Promise<boolean> {
  // Concurrent toggles of the same user wait here, so each one sees the result of the one before.
  await sql`select 1 from users where id = ${user} for no key update`.execute(tx)
  const deleted = await tx
    .deleteFrom('watchlist')
    .where('user_id', '=', user)
    .where('pair_id', '=', pair)
    .executeTakeFirst()
  if (deleted.numDeletedRows > 0n) return false
  await tx.insertInto('watchlist').values({ user_id: user, pair_id: pair }).execute()
  return true
}

export async function selectWatched(
  db: Pick<Database, 'read'>,
  user: UserId,
): Promise<readonly string[]> {
  const rows = await db.read
    .selectFrom('watchlist')
    .innerJoin('pairs', 'pairs.id', 'watchlist.pair_id')
    .where('watchlist.user_id', '=', user)
    .select('pairs.tx_pair as txPair')
    .orderBy('watchlist.created_at')
    .orderBy('pairs.id')
    .limit(watchlistLimits.entries)
    .execute()
  return rows.map(({ txPair }) => txPair)
}
