import { sql } from 'kysely'
import { type CursorPage, type CursorRequest, examinedPageOf } from '../../../base/values/cursor.ts'
import type { Database } from '../database.ts'
import { idSpanLimits } from '../database-limits.ts'
import { readRows } from '../driver/read-rows.ts'

type Read = Pick<Database, 'read'>

/** A table whose ids grow with the times in one of its columns, up to a minute of disorder. */
export type TimedTable = Readonly<{
  name: 'inbox' | 'operator_alerts' | 'postings'
  time: string
}>

/** Ids from `from`, up to but excluding `to`. */
export type IdSpan = Readonly<{ from: number; to: number }>

export type TimeSpan = Readonly<{ from: Date | null; to: Date | null }>

/**
 * Returns the ids among which all rows of a span of time are; some may be outside of it. Found by
 * some thirty look-ups by id, so the times need no index.
 */
export async function idsWithin(
  db: Read,
  table: TimedTable,
  { from, to }: TimeSpan,
): Promise<IdSpan> {
  const [last] = await readRows(db.read, { id: 'bigint?' })`
    select max(id) as id from ${sql.table(table.name)}`
  const end = (last?.id ?? 0) + 1
  const slackMs = idSpanLimits.disorderMs
  return {
    from: from === null ? 0 : await firstIdSince(db, table, from.getTime() - slackMs, end),
    to: to === null ? end : await firstIdSince(db, table, to.getTime() + slackMs, end),
  }
}

/** Searches by halves for the first id whose row is not older; `end` if there is none. */
async function firstIdSince(
  db: Read,
  { name, time }: TimedTable,
  sinceMs: number,
  end: number,
): Promise<number> {
  let [low, high] = [0, end]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const [row] = await readRows(db.read, { id: 'bigint', at: 'timestamptz' })`
      select id, ${sql.ref(time)} as at from ${sql.table(name)}
      where id >= ${middle} and id < ${high} order by id limit 1`
    if (row === undefined || row.at.getTime() >= sinceMs) high = middle
    else low = row.id + 1
  }
  return low
}

/**
 * Reads a page of a list whose filters no index serves: it scans a bounded number of ids from the
 * cursor on. So a page may be short, or empty, although `nextCursor` says that there is more.
 */
export async function scannedPage<Row extends Readonly<{ id: number }>, Item>(
  request: CursorRequest,
  span: IdSpan,
  read: (ids: IdSpan) => Promise<readonly Row[]>,
  shown: (row: Row) => Item,
): Promise<CursorPage<Item>> {
  const { cursor, sort } = request
  const after = cursor?.[0]
  const ids = idSpanLimits.scannedIds
  const isDown = sort === 'desc'
  const from = isDown || after === undefined ? span.from : Math.max(span.from, after + 1)
  const to = isDown && after !== undefined ? Math.min(span.to, after) : span.to
  const scanned = isDown
    ? { from: Math.max(from, to - ids), to }
    : { from, to: Math.min(to, from + ids) }
  const rows = await read(scanned)
  const isAll = isDown ? scanned.from <= span.from : scanned.to >= span.to
  const last = isAll ? null : [isDown ? scanned.from : scanned.to - 1]
  return examinedPageOf({ rows, last }, request, ({ id }) => [id], shown)
}
