import type { AssetId, UserId } from '../../base/values/ids.ts'
import { type Database, sendSql, type Tx } from '../database/database.ts'
import { insertRows } from '../database/driver/insert.ts'
import { readRows } from '../database/driver/read-rows.ts'
import { rowsOf } from '../database/driver/rows.ts'
import { type Balance, balanceKey, type TouchedBalance } from './post.rules.ts'

/** Locks those of the rows that exist, in (user, asset) order, and returns their balances. */
export async function lockBalanceRows(
  tx: Tx,
  rows: readonly TouchedBalance[],
): Promise<ReadonlyMap<string, Balance>> {
  if (rows.length === 0) return new Map()
  const wanted = rowsOf(rows, { user: 'userId', assetId: 'assetId' })
  const found = await readRows(tx, {
    user: 'userId',
    assetId: 'assetId',
    available: 'units',
    locked: 'units',
  })`
    select b.user_id as "user", b.asset_id as "assetId", b.available, b.locked
    from balances b join ${wanted} on b.user_id = t."user" and b.asset_id = t."assetId"
    order by b.user_id, b.asset_id
    for update of b`
  return new Map(found.map(({ user, assetId, ...balance }) => [balanceKey(user, assetId), balance]))
}

/** Inserts those of the rows that are missing, with zero balances. */
export async function makeBalances(tx: Tx, rows: readonly TouchedBalance[]): Promise<void> {
  const records = rows.map(({ user, assetId }) => ({ user_id: user, asset_id: assetId }))
  const key = ['user_id', 'asset_id'] as const
  await insertRows(tx, 'balances', records, { orderBy: key, unique: key })
}

/** Sends the update of balances whose rows this transaction has locked. */
export function writeBalances(tx: Tx, balances: ReadonlyMap<string, Balance>): void {
  if (balances.size === 0) return
  const rows = rowsOf(
    [...balances].map(([key, { available, locked }]) => {
      const [user = '', assetId = ''] = key.split(':')
      return { user: BigInt(user), assetId: BigInt(assetId), available, locked }
    }),
    { user: 'bigint', assetId: 'bigint', available: 'numeric', locked: 'numeric' },
  )
  sendSql(tx)`
    update balances b set available = t.available, locked = t.locked
    from ${rows} where b.user_id = t."user" and b.asset_id = t."assetId"`
}

/** Returns a user's balances by asset id; assets that were never touched are absent. */
export async function readBalances(
  db: Pick<Database, 'read'>,
  user: UserId,
): Promise<ReadonlyMap<AssetId, Balance>> {
  const rows = await db.read
    .selectFrom('balances')
    .where('user_id', '=', user)
    .select(['asset_id', 'available', 'locked'])
    .execute()
  return new Map(
    rows.map((row) => [
      row.asset_id,
      { available: BigInt(row.available), locked: BigInt(row.locked) },
    ]),
  )
}
