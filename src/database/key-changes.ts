/** A change of the application key: its progress, and what it leaves of the former key. */
import { sql } from 'kysely'
import { type AppKeys, type FormerLookups, openLookups } from '../base/app-keys.ts'
import type { Database, Reader, Tx } from './database.ts'
import { UnfitDatabase } from './fit-database.ts'
import { readRows } from './read-rows.ts'

/**
 * Reads what is left of former keys, by which digests of before a change are recognised. Throws
 * `UnfitDatabase` if it cannot be opened.
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
    throw new UnfitDatabase(`What is left of the key ${keyId} cannot be opened with this APP_KEY.`)
  })
}

/** Records that a change began, or goes on. */
export async function noteChange(
  db: Reader,
  change: Readonly<{ keyId: string; formerKeyId: string; reading: string; resealed: number }>,
): Promise<void> {
  const { keyId, formerKeyId, reading, resealed } = change
  await sql`
    insert into key_changes as known (key_id, former_key_id, reading, resealed)
    values (${keyId}, ${formerKeyId}, ${reading}, ${resealed})
    on conflict (key_id) do update set former_key_id = excluded.former_key_id,
      reading = excluded.reading, resealed = known.resealed + excluded.resealed, ended_at = null
  `.execute(db)
}

/**
 * Ends a change: from now on the database belongs to the new key. Nodes with only the former one
 * are refused, and its derived keys are kept, sealed, to recognise stored digests.
 */
export async function endChange(
  tx: Tx,
  change: Readonly<{ keyId: string; formerKeyId: string; sealedLookups: string }>,
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
}
