import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Cursor, CursorRequest } from '../../../base/values/cursor.ts'
import type { Reader } from '../database.ts'
import { idSpanLimits } from '../database-limits.ts'
import { readRows } from '../driver/read-rows.ts'
import type { Following } from './page-query.ts'

/** A span of time; `to` is excluded, and an absent bound does not limit. */
export type TimeSpan = Readonly<{ from?: Date | undefined; to?: Date | undefined }>

/** The conditions that a time column is within a span. */
export function withinSpan(column: string, { from, to }: TimeSpan): readonly RawBuilder<boolean>[] {
  const at = sql.ref(column)
  return [
    ...(from === undefined ? [] : [sql<boolean>`${at} >= ${from}`]),
    ...(to === undefined ? [] : [sql<boolean>`${at} < ${to}`]),
  ]
}

export const whereWithin = <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  column: string,
  span: TimeSpan,
): SelectQueryBuilder<DB, TB, Row> =>
  withinSpan(column, span).reduce((limited, condition) => limited.where(condition), query)

/** A time in microseconds since 1970, as cursors carry it. */
export const microsOf = (column: string): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`

/** The columns by which a list by time is ordered. */
type TimeKeys = Readonly<{ at: string; id: string }>

function comparedTo({ at, id }: TimeKeys, operator: string, cursor: Cursor | null) {
  const [micros, last] = cursor ?? []
  if (micros === undefined || last === undefined) return sql<boolean>`true`
  return sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) ${sql.raw(operator)}
    ('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond', ${last}::bigint)`
}

/**
 * Finds the last row that a page by time examines: one of a bounded number of `rows`, which an
 * index finds. Returns its cursor, null if there are fewer, and the condition to be no further.
 */
export async function lastExamined(
  db: Reader,
  rows: RawBuilder<unknown>,
  keys: TimeKeys,
  page: CursorRequest,
): Promise<Readonly<{ last: Cursor | null; isExamined: RawBuilder<boolean> }>> {
  const { follows, ordered } = afterTime(keys, { ...page, limit: 0 })
  const [found] = await readRows(db, { micros: 'bigint', id: 'bigint' })`
    select ${microsOf(keys.at)} as micros, ${sql.ref(keys.id)} as id from ${rows} and ${follows}
    ${ordered} offset ${idSpanLimits.examinedRows - 1}`
  const last = found === undefined ? null : [found.micros, found.id]
  return { last, isExamined: comparedTo(keys, page.sort === 'desc' ? '>=' : '<=', last) }
}

/**
 * The condition that rows follow the cursor of a list by time and id, and its order; the statement
 * reads one row more than a page.
 */
export function afterTime({ at, id }: TimeKeys, { limit, cursor, sort }: CursorRequest): Following {
  const direction = sql.raw(sort)
  return {
    follows: comparedTo({ at, id }, sort === 'desc' ? '<' : '>', cursor),
    ordered: sql`
      order by ${sql.ref(at)} ${direction}, ${sql.ref(id)} ${direction} limit ${limit + 1}`,
  }
}
