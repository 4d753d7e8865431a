import { sql } from 'kysely'
import type { CursorRequest } from '../../base/values/cursor.ts'
import type { AssetId, UserId } from '../../base/values/ids.ts'
import type { Reader } from '../database/database.ts'
import { columnsOf, type RowOf, readRows } from '../database/driver/read-rows.ts'
import { afterCursor } from '../database/partitions/page-query.ts'

const holderColumns = columnsOf({ user: 'userId', available: 'units', locked: 'units' })

/** A user who has some of an asset. */
export type Holder = RowOf<typeof holderColumns>

/** Lists the holders of an asset after this user, by their ids. */
export const listHolders = (
  db: Reader,
  assetId: AssetId,
  { after, most }: Readonly<{ after: UserId; most: number }>,
): Promise<readonly Holder[]> =>
  readRows(db, holderColumns)`
    select user_id as "user", available, locked from balances
    where asset_id = ${assetId} and user_id > ${after} and available + locked > 0
    order by user_id limit ${most}`

/** Lists the holders of an asset with their addresses, by their ids. */
export function searchHolders(db: Reader, assetId: AssetId, page: CursorRequest) {
  const query = db
    .selectFrom('balances as b')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .where('b.asset_id', '=', assetId)
    .where(sql<boolean>`b.available + b.locked > 0`)
    .select(['b.user_id as userId', 'u.email', 'b.available', 'b.locked'])
  return afterCursor(query, 'b.user_id', page).execute()
}
