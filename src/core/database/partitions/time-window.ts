import { sql } from 'kysely'
import type { Reader } from '../database.ts'
import { readRows } from '../driver/read-rows.ts'

/** A table whose ids grow with time: a row's time is that of its transaction's start. */
type TimedTable = Readonly<{
  table: 'postings' | 'inbox' | 'identity_histories'
  time: 'at' | 'received_at' | 'created_at'
}>

/** Ids from `since` on and before `until`. */
export type IdWindow = Readonly<{ since: number; until: number }>

/**
 * Returns the ids of a time window by bisection, without an index on the time. Transactions
 * overlap, so rows within about a second of its ends may be left out or included.
 */
export async function idsBetween(
  db: Reader,
  timed: TimedTable,
  { from, to }: Readonly<{ from: Date | null; to: Date | null }>,
): Promise<IdWindow> {
  const [since, until] = await Promise.all([
    from === null ? 0 : firstIdAt(db, timed, from),
    to === null ? Number.MAX_SAFE_INTEGER : firstIdAt(db, timed, to),
  ])
  return { since, until }
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
