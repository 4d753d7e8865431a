import { type SelectQueryBuilder, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import { type CursorPage, type CursorRequest, cursorPageOf } from '../../base/values/cursor.ts'
import type { Tx } from '../../core/database/database.ts'

/** Selects the columns of a text in both languages, such as `title_id` and `title_en`, as one. */
export const both = <Name extends string>(name: Name) =>
  jsonBuildObject({
    id: sql.ref<string>(`${name}_id`),
    en: sql.ref<string>(`${name}_en`),
  }).as(name)

export async function deleteContent(
  tx: Tx,
  table: 'banners' | 'dictionaries' | 'news' | 'news_categories',
  id: number,
): Promise<void> {
  await tx.deleteFrom(table).where('id', '=', id).execute()
}

type Placed = Readonly<{ id: number; position: number }>

/** Reads a page of a list that is in the order of positions. */
export async function pageByPosition<DB, TB extends keyof DB, Row extends Placed>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { limit, cursor, sort }: CursorRequest,
): Promise<CursorPage<Row>> {
  const place = sql`(position, id)`
  const [position = 0, id = 0] = cursor ?? []
  const comparison = sql.raw(sort === 'desc' ? '<' : '>')
  const rest =
    cursor === null
      ? sql<boolean>`true`
      : sql<boolean>`${place} ${comparison} (${position}::bigint, ${id}::bigint)`
  const found = await query
    .where(rest)
    .orderBy(sql`position`, sort)
    .orderBy(sql`id`, sort)
    .limit(limit + 1)
    .execute()
  return cursorPageOf(found, { limit }, (row) => [row.position, row.id])
}
