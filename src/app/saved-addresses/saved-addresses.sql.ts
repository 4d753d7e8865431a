import { sql } from 'kysely'
import type { AssetId, UserId } from '../../base/values/ids.ts'
import type { Database, Tx } from '../../core/database/database.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'
import { countRows } from '../../core/database/partitions/page-query.ts'

export const savedAddressLimits = { perUser: 50, labelChars: 50, addressChars: 128 } as const

export type NewAddress = Readonly<{
  assetId: AssetId
  network: string
  label: string
  address: string
  tag: string | null
}>

/** Returns a user's addresses, by their labels. */
export const findSavedAddresses = (db: Pick<Database, 'read'>, user: UserId) =>
  readRows(db.read, {
    id: 'bigint',
    symbol: 'text',
    network: 'text',
    label: 'text',
    address: 'text',
    tag: 'text?',
    createdAt: 'timestamptz',
  })`
    select s.id, a.symbol, s.network, s.label, s.address, s.tag, s.created_at as "createdAt"
    from saved_addresses s join assets a on a.id = s.asset_id
    where s.user_id = ${user}
    order by lower(s.label), s.id limit ${savedAddressLimits.perUser}`

/** Adds an address, or gives the known one this label; false at the limit. Locks the user's row. */
export async function saveAddressRow(tx: Tx, user: UserId, saved: NewAddress): Promise<boolean> {
  // Concurrent additions of the same user wait here, so the count below includes theirs.
  await sql`select 1 from users where id = ${user} for no key update`.execute(tx)
  const { assetId, network, label, address, tag } = saved
  const others = tx
    .selectFrom('saved_addresses')
    .where('user_id', '=', user)
    .where(
      sql<boolean>`(asset_id, network, address, tag)
        is distinct from (${assetId}::smallint, ${network}, ${address}, ${tag}::text)`,
    )
  if ((await countRows(others)) >= savedAddressLimits.perUser) return false
  await tx
    .insertInto('saved_addresses')
    .values({ user_id: user, asset_id: assetId, network, label, address, tag })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'asset_id', 'network', 'address', 'tag']).doUpdateSet({ label }),
    )
    .execute()
  return true
}

/** Deletes an address of this user; returns false if there is none. */
export async function deleteAddressRow(tx: Tx, user: UserId, id: number): Promise<boolean> {
  const result = await tx
    .deleteFrom('saved_addresses')
    .where('id', '=', id)
    .where('user_id', '=', user)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

export async function dropSavedAddresses(tx: Tx, user: UserId): Promise<void> {
  await tx.deleteFrom('saved_addresses').where('user_id', '=', user).execute()
}
