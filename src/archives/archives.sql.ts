import { type RawBuilder, sql } from 'kysely'
import type { AssetId, UserId } from '../base/ids.ts'
import type { Reader, Tx } from '../database/database.ts'
import { insertRows } from '../database/insert.ts'
import { readRows } from '../database/read-rows.ts'
import type { Action } from '../ledger/post.rules.ts'

export type Part = Readonly<{
  number: number
  firstOwner: number
  lastOwner: number
  rows: number
  sha256: Buffer
}>

/** Lists the partitions that retention detached and that are not archived, by name. */
export async function listDetached(db: Reader): Promise<readonly string[]> {
  const found = await readRows(db, { name: 'text' })`
    select c.relname::text as name from pg_class c
    where c.relnamespace = 'detached'::regnamespace and c.relkind = 'r' order by c.relname`
  return found.map(({ name }) => name)
}

export const isOfMoves = (name: string): boolean => name.startsWith('moves_')

export async function listColumns(db: Reader, name: string): Promise<readonly string[]> {
  const found = await readRows(db, { column: 'text' })`
    select attname::text as column from pg_attribute
    where attrelid = ${`detached.${name}`}::regclass and attnum > 0 and not attisdropped
    order by attnum`
  return found.map(({ column }) => column)
}

const detached = (name: string) => sql.table(`detached.${name}`)

/** The owners of a move, whose statements show it; 0 if no user owns a side. */
const owners = sql`case
  when m.to_user is null then array[coalesce(m.from_user, 0)]
  when m.from_user is null or m.from_user = m.to_user then array[m.to_user]
  else array[m.to_user, m.from_user] end`

/**
 * Selects each row with its owner, and as a line of CSV that PostgreSQL's `copy` reads. A line of a
 * move begins with the owner: a move between two users is there once for each.
 */
export function linesOf(name: string, columns: readonly string[]): RawBuilder<unknown> {
  const cells = columns.map((column) => {
    const value = sql`m.${sql.ref(column)}`
    return sql`coalesce('"' || replace(${value}::text, '"', '""') || '"', '')`
  })
  const line = sql`concat_ws(',', ${sql.join(cells)})`
  return isOfMoves(name)
    ? sql`select o.owner, o.owner::text || ',' || ${line} as line from ${detached(name)} m
        cross join lateral unnest(${owners}) as o(owner) order by o.owner, m.posting_id, m.line`
    : sql`select 0::bigint as owner, ${line} as line from ${detached(name)} m order by m.id`
}

/** Counts the rows that `linesOf` selects. */
export async function countLines(db: Reader, name: string): Promise<number> {
  const each = isOfMoves(name) ? sql`cardinality(${owners})` : sql`1`
  const found = await readRows(db, { rows: 'bigint' })`
    select coalesce(sum(${each}), 0)::bigint as rows from ${detached(name)} m`
  return found[0]?.rows ?? 0
}

/**
 * Records the archive of a table by its folder and drops the table, in one transaction; fails if it
 * was recorded before.
 */
export async function replaceByArchive(
  tx: Tx,
  name: string,
  archive: string,
  parts: readonly Part[],
): Promise<void> {
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  await insertRows(tx, 'archives', [{ name: archive, rows, by_action: true }])
  const records = parts.map(({ number, firstOwner, lastOwner, rows, sha256 }) => ({
    archive,
    number,
    first_owner: firstOwner,
    last_owner: lastOwner,
    rows,
    sha256,
  }))
  for (let at = 0; at < records.length; at += 500) {
    await insertRows(tx, 'archive_parts', records.slice(at, at + 500))
  }
  if (isOfMoves(name)) {
    await sql`
      with counted as (
        select side.owner, m.asset_id, p.action, count(*) as entries from ${detached(name)} m
        join postings p on p.id = m.posting_id
        cross join lateral (values (m.to_user), (m.from_user)) as side (owner)
        where side.owner is not null group by 1, 2, 3
      ), of_assets as (
        insert into archived_entries as e (user_id, asset_id, entries)
        select owner, asset_id, sum(entries) from counted group by 1, 2
        on conflict (user_id, asset_id) do update set entries = e.entries + excluded.entries
      )
      insert into archived_actions as e (user_id, asset_id, action, entries)
      select owner, asset_id, action, entries from counted
      on conflict (user_id, asset_id, action) do update set entries = e.entries + excluded.entries
    `.execute(tx)
  }
  await sql`drop table ${detached(name)}`.execute(tx)
}

export async function countArchivedEntries(
  db: Reader,
  user: UserId,
  assetId: AssetId | undefined,
): Promise<number> {
  const ofAsset = assetId === undefined ? sql`` : sql` and asset_id = ${assetId}`
  const found = await readRows(db, { entries: 'bigint' })`
    select coalesce(sum(entries), 0)::bigint as entries from archived_entries
    where user_id = ${user}${ofAsset}`
  return found[0]?.entries ?? 0
}

/** The archives of moves have names that end so. */
const ofMoves = sql`'(^|/)moves_[0-9]+$'`

/** Counts the archived entries of an action; null if an archive was made without such counts. */
export async function countArchivedAction(
  db: Reader,
  user: UserId,
  assetId: AssetId | undefined,
  action: Action,
): Promise<number | null> {
  const ofAsset = assetId === undefined ? sql`` : sql` and asset_id = ${assetId}`
  const found = await readRows(db, { entries: 'bigint?' })`
    select case when not exists (select from archives where not by_action and name ~ ${ofMoves})
      then (select coalesce(sum(entries), 0)::bigint from archived_actions
        where user_id = ${user} and action = ${action}${ofAsset}) end as entries`
  return found[0]?.entries ?? null
}

export type StoredPart = Readonly<{ archive: string; number: number; sha256: Buffer }>

/** Lists the parts that may have moves of a user, in the order of the moves. */
export const partsOfUser = (db: Reader, user: UserId): Promise<readonly StoredPart[]> =>
  readRows(db, { archive: 'text', number: 'integer', sha256: 'bytea' })`
    select archive, number, sha256 from archive_parts
    where first_owner <= ${user} and last_owner >= ${user} and archive ~ ${ofMoves}
    order by substring(archive from '[0-9]+$')::bigint, number`
