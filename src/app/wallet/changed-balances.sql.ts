import type { AssetId, UserId } from '../../base/values/ids.ts'
import { streamLimits } from '../../core/changes/stream-limits.ts'
import { type Follower, followed, isWritten, versionOf } from '../../core/changes/written.sql.ts'
import type { Tx } from '../../core/database/database.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'
import type { Holding } from './holdings.sql.ts'

export type ChangedBalance = Holding & Readonly<{ user: UserId; assetId: AssetId; version: number }>

/** Reads balances written after the followers' positions. */
export async function readChangedBalances(
  tx: Tx,
  followers: readonly Follower[],
): Promise<readonly ChangedBalance[]> {
  const found = await readRows(tx, {
    user: 'userId',
    assetId: 'assetId',
    available: 'units',
    locked: 'units',
    version: 'bigint',
  })`
    select f.user_id as "user", changed.* from ${followed(followers)} cross join lateral (
      select b.asset_id as "assetId", b.available, b.locked, ${versionOf('b')} as version
      from balances b where b.user_id = f.user_id and ${isWritten('b')}
      order by b.asset_id limit ${streamLimits.changesEach}
    ) as changed`
  return found.map(({ available, locked, ...row }) => ({
    ...row,
    available: BigInt(available),
    locked: BigInt(locked),
  }))
}
