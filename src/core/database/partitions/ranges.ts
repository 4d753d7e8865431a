import { sql } from 'kysely'
import type { Database, Reader, Tx } from '../database.ts'
import { rangeLimits } from '../database-limits.ts'
import { readRows } from '../driver/read-rows.ts'

/**
 * A table whose partitions hold ranges of ids, which grow with time. The ranges are contiguous and
 * the last one, the tail, has no end, so each row has its partition even if none was added ahead.
 */
export type RangedTable = Readonly<{
  name: 'moves' | 'inbox' | 'inbox_bodies'
  /** The sequence that assigns the ids. */
  sequence: string
  idsPerRange: number
  isAppendOnly: boolean
}>

/** The ids from `from`, up to but excluding `to`; null for the tail. */
export type IdRange = Readonly<{ table: string; from: number; to: number | null }>

/** Lists the partitions of a table, oldest first. */
export const listRanges = (db: Reader, { name }: RangedTable): Promise<readonly IdRange[]> =>
  readRows(db, { table: 'text', from: 'bigint', to: 'bigint?' })`
    select c.relname::text as "table",
      substring(b.bound from 'FROM \\(''?(\\d+)')::bigint as "from",
      substring(b.bound from 'TO \\(''?(\\d+)')::bigint as "to"
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    cross join lateral (select pg_get_expr(c.relpartbound, c.oid)) as b(bound)
    where i.inhparent = ${name}::regclass order by "from"`

/**
 * Adds partitions until at least one whole range is unused before the tail. If this did not run in
 * time and the tail has rows, the tail becomes the partition of their range: no row moves.
 */
export async function extendRanges(
  db: Pick<Database, 'read' | 'inTransaction'>,
  table: RangedTable,
): Promise<void> {
  for (;;) {
    const [tail, last] = [await tailOf(db.read, table), await lastId(db.read, table)]
    if (tail.from - last > table.idsPerRange) return
    await db.inTransaction((tx) => closeTail(tx, table, tail))
  }
}

async function tailOf(db: Reader, table: RangedTable): Promise<IdRange> {
  const tail = (await listRanges(db, table)).at(-1)
  if (tail === undefined || tail.to !== null) throw new RangeError(`${table.name} has no tail`)
  return tail
}

/** Returns the last id that was assigned; transactions that have not ended may hold it. */
async function lastId(db: Reader, { sequence }: RangedTable): Promise<number> {
  const found = await readRows(db, { last: 'bigint' })`
    select last_value as last from ${sql.table(sequence)}`
  return found[0]?.last ?? 0
}

/** Ends the tail above every assigned id, and begins a new one there. */
async function closeTail(tx: Tx, table: RangedTable, { table: tail, from }: IdRange) {
  await lockTable(tx, table)
  if ((await tailOf(tx, table)).from !== from) return
  const { name, idsPerRange, isAppendOnly } = table
  const highest = Math.max(from, await lastId(tx, table))
  const to = (Math.floor(highest / idsPerRange) + 1) * idsPerRange
  const next = `${name}_${to}`
  const [bound, start] = [sql.lit(to), sql.lit(from)]
  await sql`alter table ${sql.table(name)} detach partition ${sql.table(tail)}`.execute(tx)
  await sql`alter table ${sql.table(name)} attach partition ${sql.table(tail)}
    for values from (${start}) to (${bound})`.execute(tx)
  await sql`create table ${sql.table(next)} partition of ${sql.table(name)}
    for values from (${bound}) to (maxvalue)`.execute(tx)
  if (!isAppendOnly) return
  await sql`create trigger ${sql.ref(`${name}_append_only`)}
    before update or delete or truncate on ${sql.table(next)}
    for each statement execute function refuse_change()`.execute(tx)
}

/** Locks a table against all use. Gives up soon, because readers and writers queue behind it. */
export async function lockTable(tx: Tx, { name }: RangedTable): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(rangeLimits.lockMs)}`.execute(tx)
  await sql`lock table ${sql.table(name)} in access exclusive mode`.execute(tx)
}

/** Takes a partition out of its locked table, into the schema `detached`. No row is deleted. */
export async function detachRange(tx: Tx, table: RangedTable, range: IdRange): Promise<void> {
  await sql`alter table ${sql.table(table.name)}
    detach partition ${sql.table(range.table)}`.execute(tx)
  await sql`alter table ${sql.table(range.table)} set schema detached`.execute(tx)
}
