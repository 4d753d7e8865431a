import { sql } from 'kysely'
import { type UserId, userId } from '../../base/ids.ts'
import { limits } from '../../base/limits.ts'
import { type Follower, followed, isWritten, versionOf } from '../../changes/written.sql.ts'
import type { Tx } from '../../database/database.ts'
import type { Holding } from './holdings.sql.ts'

export type ChangedBalance = Holding & Readonly<{ user: UserId; assetId: number; version: number }>

/** Reads balances written after the followers' positions. */
export async function readChangedBalances(
  tx: Tx,
  followers: readonly Follower[],
): Promise<readonly ChangedBalance[]> {
  const found = await sql<{
    user: number
    assetId: number
    available: string
    locked: string
    version: number
  }>`
    select f.user_id as "user", changed.* from ${followed(followers)} cross join lateral (
      select b.asset_id as "assetId", b.available, b.locked, ${versionOf('b')} as version
      from balances b where b.user_id = f.user_id and ${isWritten('b')}
      order by b.asset_id limit ${limits.stream.changesEach}
    ) as changed`.execute(tx)
  return found.rows.map(({ user, available, locked, ...row }) => ({
    ...row,
    user: userId(user),
    available: BigInt(available),
    locked: BigInt(locked),
  }))
}
