import { sql } from 'kysely'
import { type CursorPage, type CursorRequest, examinedPageOf } from '../../../base/values/cursor.ts'
import type { Reader } from '../database.ts'
import { idSpanLimits } from '../database-limits.ts'
import { readRows } from '../driver/read-rows.ts'
import type { TimeSpan } from './time-span.ts'

/** A table whose ids grow with time: a row's time is that of its transaction's start. */
type TimedTable = Readonly<{
  table: 'identity_histories' | 'inbox' | 'operator_alerts' | 'postings' | 'withdrawals'
  time: 'at' | 'created_at' | 'received_at'
}>

/** Ids from `since` on and before `until`. */
export type IdWindow = Readonly<{ since: number; until: number }>

/**
 * Returns the ids of a span of time by bisection, without an index on the time. Transactions
 * overlap, so rows within about a second of its ends may be left out or included.
 */
export async function idsBetween(
  db: Reader,
  timed: TimedTable,
  { from, to }: TimeSpan,
): Promise<IdWindow> {
  const [since, until] = await Promise.all([
    from === undefined ? 0 : firstIdAt(db, timed, from),
    to === undefined ? Number.MAX_SAFE_INTEGER : firstIdAt(db, timed, to),
  ])
  return { since, until }
}

/**
 * Returns the ids among which all rows of a span of time are, whatever the order of their times;
 * some may be outside of it. The window ends with the newest row.
 */
export async function idsWithin(
  db: Reader,
  timed: TimedTable,
  { from, to }: TimeSpan,
): Promise<IdWindow> {
  const [last] = await readRows(db, { id: 'bigint?' })`
    select max(id) as id from ${sql.table(timed.table)}`
  const window = await idsBetween(db, timed, {
    from: from && new Date(from.getTime() - idSpanLimits.disorderMs),
    to: to && new Date(to.getTime() + idSpanLimits.disorderMs),
  })
  return { since: window.since, until: Math.min(window.until, (last?.id ?? 0) + 1) }
}

async function firstIdAt(db: Reader, { table, time }: TimedTable, at: Date): Promise<number> {
  const [rows, column] = [sql.table(table), sql.ref(`r.${time}`)]
  const found = await readRows(db, { id: 'bigint' })`
    with recursive search (low, high) as (
      select (select id from ${rows} order by id limit 1),
        (select id + 1 from ${rows} order by id desc limit 1)
      union all
      select case when row.at < ${at} then row.id + 1 else s.low end,
        case when row.at < ${at} then s.high else (s.low + s.high) / 2 end
      from search s cross join lateral (
        select r.id, ${column} as at from ${rows} r
        where r.id >= (s.low + s.high) / 2 order by r.id limit 1
      ) as row
      where s.low < s.high
    )
    select low as id from search where low >= high limit 1`
  return found[0]?.id ?? 0
}

/**
 * Reads a page of a list whose filters no index serves: it scans a bounded number of ids from the
 * cursor on. So a page may be short, or empty, although `nextCursor` says that there is more.
 */
export async function scannedPage<Row extends Readonly<{ id: number }>>(
  request: CursorRequest,
  window: IdWindow,
  read: (ids: IdWindow) => Promise<readonly Row[]>,
): Promise<CursorPage<Row>> {
  const { cursor, sort } = request
  const after = cursor?.[0]
  const ids = idSpanLimits.scannedIds
  const isDown = sort === 'desc'
  const since = isDown || after === undefined ? window.since : Math.max(window.since, after + 1)
  const until = isDown && after !== undefined ? Math.min(window.until, after) : window.until
  const scanned = isDown
    ? { since: Math.max(since, until - ids), until }
    : { since, until: Math.min(until, since + ids) }
  const rows = await read(scanned)
  const isAll = isDown ? scanned.since <= window.since : scanned.until >= window.until
  const last = isAll ? null : [isDown ? scanned.since : scanned.until - 1]
  return examinedPageOf(
    { rows, last },
    request,
    ({ id }) => [id],
    (row) => row,
  )
}
