import { sql } from 'kysely'
import { type UserId, userId } from '../base/ids.ts'
import { type Database, send, type Tx } from '../database/database.ts'
import { rowsOf } from '../database/rows.ts'
import { type Balance, balanceKey, type TouchedBalance } from './post.rules.ts'

/** Locks those of the rows that exist, in (user, asset) order, and returns their balances. */
export async function lockBalances(
  tx: Tx,
  rows: readonly TouchedBalance[],
): Promise<ReadonlyMap<string, Balance>> {
  if (rows.length === 0) return new Map()
  const wanted = rowsOf(rows, { user: 'bigint', assetId: 'smallint' }, 't')
  const found = await sql<{ user: number; assetId: number; available: string; locked: string }>`
    select b.user_id as "user", b.asset_id as "assetId", b.available, b.locked
    from balances b join ${wanted} on b.user_id = t."user" and b.asset_id = t."assetId"
    order by b.user_id, b.asset_id
    for update of b`.execute(tx)
  return new Map(
    found.rows.map((row) => [
      balanceKey(userId(row.user), row.assetId),
      { available: BigInt(row.available), locked: BigInt(row.locked) },
    ]),
  )
}

/** Inserts those of the rows that are missing, with zero balances. */
export async function makeBalances(tx: Tx, rows: readonly TouchedBalance[]): Promise<void> {
  const wanted = rowsOf(rows, { user: 'bigint', assetId: 'smallint' }, 't')
  await sql`
    insert into balances (user_id, asset_id)
    select t."user", t."assetId" from ${wanted} order by t."user", t."assetId"
    on conflict do nothing`.execute(tx)
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
    't',
  )
  send(
    tx,
    sql`
    update balances b set available = t.available, locked = t.locked
    from ${rows} where b.user_id = t."user" and b.asset_id = t."assetId"`,
  )
}

/** Returns a user's balances by asset id; assets that were never touched are absent. */
export async function readBalances(
  db: Pick<Database, 'read'>,
  user: UserId,
): Promise<ReadonlyMap<number, Balance>> {
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
