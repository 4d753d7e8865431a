/** The application keys in use: values of each may be stored, so every node needs all of them. */
import { sql } from 'kysely'
import { type Reader, sendSql, type Tx } from '../database.ts'
import { readRows } from '../driver/read-rows.ts'

export function noteKeyUse(tx: Tx, keyId: string): void {
  sendSql(tx)`
    insert into app_keys (key_id) values (${keyId})
    on conflict (key_id) do update set seen_at = now()`
}

/** Returns a key in use that is none of these, or null. */
export async function findLackingKey(db: Reader, ids: readonly string[]): Promise<string | null> {
  const [row] = await readRows(db, { id: 'text' })`
    select key_id as id from app_keys where key_id <> all(${ids}::text[]) limit 1`
  return row?.id ?? null
}

/** A running node reports more often. */
const reportedSeconds = 60

/** Lists other keys with which a node seals now, and returns the server's time. */
export async function readOtherUse(
  db: Reader,
  keyId: string,
): Promise<Readonly<{ now: Date; others: readonly string[] }>> {
  const [row] = await readRows(db, { now: 'timestamptz', others: 'text[]' })`
    select now() as now, array(
      select key_id from app_keys where key_id <> ${keyId}
        and seen_at > now() - make_interval(secs => ${reportedSeconds})) as others`
  if (row === undefined) throw new Error('the statement returned no row')
  return row
}

/**
 * Forgets the other keys, so that nodes do not need them. Returns those that stay, because a node
 * reported since then that seals with them.
 */
export async function forgetOtherKeys(
  db: Reader,
  keyId: string,
  since: Date,
): Promise<readonly string[]> {
  await sql`
    delete from app_keys
    where key_id <> ${keyId} and seen_at < ${since}::timestamptz`.execute(db)
  const left = await readRows(db, { id: 'text' })`
    select key_id as id from app_keys where key_id <> ${keyId}`
  return left.map(({ id }) => id)
}
