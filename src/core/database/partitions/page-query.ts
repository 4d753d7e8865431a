import { type RawBuilder, type SelectQueryBuilder, type StringReference, sql } from 'kysely'
import type { CursorRequest } from '../../../base/values/cursor.ts'
import { type PageRequest, pageBounds, pageOf } from '../../../base/values/page.ts'

export async function countRows<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  const { count } = await query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)`.as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return count
}

/** Reads a page of an ordered query, with the number of all its rows. */
export async function pageOfQuery<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  request: PageRequest,
) {
  const { limit, offset } = pageBounds(request)
  const found = query.limit(limit).offset(offset).execute()
  const [rows, total] = await Promise.all([found, countRows(query)])
  return pageOf(rows, total, request)
}

/** The condition that rows follow the cursor of a list, and its order; one row more than a page. */
export type Following = Readonly<{ follows: RawBuilder<boolean>; ordered: RawBuilder<unknown> }>

const beyond = (column: string, { cursor, sort }: CursorRequest): RawBuilder<boolean> => {
  const [last] = cursor ?? []
  return last === undefined
    ? sql`true`
    : sql`${sql.ref(column)} ${sql.raw(sort === 'desc' ? '<' : '>')} ${last}::bigint`
}

/** For a statement of SQL: the rows after the cursor, by a unique column. */
export const afterId = (column: string, page: CursorRequest): Following => ({
  follows: beyond(column, page),
  ordered: sql`order by ${sql.ref(column)} ${sql.raw(page.sort)} limit ${page.limit + 1}`,
})

/** The conditions that columns have these values; an absent one does not limit. */
export const eachIs = (values: Readonly<Record<string, unknown>>): readonly RawBuilder<boolean>[] =>
  Object.entries(values).flatMap(([column, value]) =>
    value === undefined ? [] : [sql<boolean>`${sql.ref(column)} = ${value}`],
  )

/** Limits a query to rows with these values; an absent one does not limit. */
export const whereEach = <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  values: Readonly<Partial<Record<StringReference<DB, TB>, unknown>>>,
): SelectQueryBuilder<DB, TB, Row> =>
  eachIs(values).reduce((limited, condition) => limited.where(condition), query)

/** Continues a query after the cursor, by a unique column; reads one row more than a page. */
export const afterCursor = <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  column: string,
  page: CursorRequest,
): SelectQueryBuilder<DB, TB, Row> =>
  query
    .where(beyond(column, page))
    .orderBy(sql.ref(column), page.sort)
    .limit(page.limit + 1)
