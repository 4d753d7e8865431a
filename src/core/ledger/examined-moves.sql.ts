import { sql } from 'kysely'
import type { AssetId, UserId } from '../../base/values/ids.ts'
import type { Reader } from '../database/database.ts'
import { idSpanLimits } from '../database/database-limits.ts'
import { readRows } from '../database/driver/read-rows.ts'
import type { IdWindow } from '../database/partitions/id-windows.ts'

type MovesOfUser = Readonly<{ user: UserId; assetId?: AssetId | undefined }>

/**
 * Returns the posting at which a page of a user's moves ends if no index serves its other filters:
 * it examines a bounded number of moves into and out of each asset. Returns null if the window has
 * fewer.
 */
export async function lastExaminedPosting(
  db: Reader,
  { user, assetId }: MovesOfUser,
  { since, until }: IdWindow,
  sort: 'asc' | 'desc',
): Promise<number | null> {
  const direction = sql.raw(sort)
  const asset = assetId === undefined ? sql`true` : sql`a.id = ${assetId}`
  const side = (owner: string) => sql`(
    select m.posting_id as id from moves m
    where ${sql.ref(owner)} = ${user} and m.asset_id = a.id
      and m.posting_id >= ${since} and m.posting_id < ${until}
    order by m.posting_id ${direction} limit 1 offset ${idSpanLimits.examinedRows - 1})`
  const [found] = await readRows(db, { id: 'bigint' })`
    select side.id from assets a cross join lateral (
      ${side('m.to_user')} union all ${side('m.from_user')}
    ) as side
    where ${asset} order by side.id ${direction} limit 1`
  return found?.id ?? null
}
