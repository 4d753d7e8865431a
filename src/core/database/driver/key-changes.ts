/** A change of the application key: its progress, and the lookup keys kept from the former one. */
import { sql } from 'kysely'
import { type AppKeys, type FormerLookups, openLookups } from '../../../base/secrets/app-keys.ts'
import { UnfitDatabase } from '../cluster/fit-database.ts'
import type { Database, Reader, Tx } from '../database.ts'
import { readRows } from './read-rows.ts'

/**
 * Reads the lookup keys kept from former application keys, which recognise digests of before a
 * change. Throws `UnfitDatabase` if they cannot be opened.
 */
export async function readFormerLookups(
  { read }: Pick<Database, 'read'>,
  keys: AppKeys,
): Promise<readonly FormerLookups[]> {
  const rows = await readRows(read, { keyId: 'text', sealed: 'text' })`
    select key_id as "keyId", sealed_lookups as sealed from former_keys order by retired_at desc`
  return rows.map(({ keyId, sealed }) => {
    const lookups = openLookups(keys, keyId, sealed)
    if (lookups !== null) return lookups
    throw new UnfitDatabase(`The lookup keys of key ${keyId} cannot be opened with this APP_KEY.`)
  })
}

export type KeyChange = Readonly<{ keyId: string; formerKeyId: string }>

/**
 * Returns the server's time, and whether the change ended after every known node had started: only
 * a start with other keys can bring values of the former key back.
 */
export async function readChange(
  db: Reader,
  { keyId, formerKeyId }: KeyChange,
): Promise<Readonly<{ now: Date; hasEnded: boolean }>> {
  const [row] = await readRows(db, { now: 'timestamptz', hasEnded: 'boolean' })`
    select now() as now, exists (
      select from key_changes where key_id = ${keyId} and former_key_id = ${formerKeyId}
        and ended_at > coalesce((select max(started_at) from nodes), '-infinity')
    ) as "hasEnded"`
  if (row === undefined) throw new Error('the statement returned no row')
  return row
}

/** Lists the changes that began and have not ended: their nodes need both keys. */
export const listOpenChanges = ({ read }: Pick<Database, 'read'>): Promise<readonly KeyChange[]> =>
  readRows(read, { keyId: 'text', formerKeyId: 'text' })`
    select key_id as "keyId", former_key_id as "formerKeyId" from key_changes
    where ended_at is null order by started_at`

/** Records at a node's start that it seals with another key than the database belongs to. */
export async function beginChange(
  { read }: Pick<Database, 'read'>,
  { keyId, formerKeyId }: KeyChange,
): Promise<void> {
  await sql`
    insert into key_changes (key_id, former_key_id)
    select ${keyId}::text, key_id from deployment where key_id = ${formerKeyId}
    on conflict (key_id) do update set former_key_id = excluded.former_key_id, ended_at = null
  `.execute(read)
}

/** Records that a change began, or goes on. One that ended begins again with a resealed value. */
export async function noteChange(
  db: Reader,
  change: KeyChange & Readonly<{ reading: string; resealed: number }>,
): Promise<void> {
  const { keyId, formerKeyId, reading, resealed } = change
  await sql`
    insert into key_changes as known (key_id, former_key_id, reading, resealed)
    values (${keyId}, ${formerKeyId}, ${reading}, ${resealed})
    on conflict (key_id) do update set former_key_id = excluded.former_key_id,
      reading = excluded.reading, resealed = known.resealed + excluded.resealed,
      ended_at = case when known.former_key_id = excluded.former_key_id
        and excluded.resealed = 0 then known.ended_at end
  `.execute(db)
}

/**
 * Ends a change: from now on the database belongs to the new key, and nodes with only the former
 * one are refused. The lookup keys of the former one are kept, sealed, to recognise stored digests.
 * A change in the other direction was given up, and is forgotten.
 */
export async function endChange(
  tx: Tx,
  change: KeyChange & Readonly<{ sealedLookups: string }>,
): Promise<void> {
  const { keyId, formerKeyId, sealedLookups } = change
  await sql`
    insert into former_keys (key_id, sealed_lookups) values (${formerKeyId}, ${sealedLookups})
    on conflict (key_id) do update set sealed_lookups = excluded.sealed_lookups,
      retired_at = excluded.retired_at`.execute(tx)
  await sql`
    update deployment set key_id = ${keyId} where key_id = ${formerKeyId}`.execute(tx)
  await sql`
    update key_changes set ended_at = now(), reading = null where key_id = ${keyId}`.execute(tx)
  await sql`
    delete from key_changes
    where key_id = ${formerKeyId} and former_key_id = ${keyId} and ended_at is null`.execute(tx)
}
