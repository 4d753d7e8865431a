import { sql } from 'kysely'
import { limits } from '../../../base/limits.ts'
import type { Database, Tx } from '../../../database/database.ts'
import type { ContentLanguage } from '../content-contracts.ts'

export type Category = Readonly<{ id: number; slug: string; name: string }>

export type CategoryOrder = Readonly<{
  sort_by: 'position' | 'name' | 'id'
  sort: 'asc' | 'desc'
  limit: number
  offset: number
}>

export async function selectCategories(
  db: Pick<Database, 'read'>,
  lang: ContentLanguage,
  { sort_by, sort, limit, offset }: CategoryOrder,
): Promise<readonly Category[]> {
  return db.read
    .selectFrom('news_categories')
    .select(['id', 'slug', `name_${lang} as name`])
    .orderBy(sort_by === 'name' ? sql`lower(${sql.ref(`name_${lang}`)})` : sql.ref(sort_by), sort)
    .orderBy('id', sort)
    .limit(limit)
    .offset(offset)
    .execute()
}

export type WrittenCategory = Readonly<{
  slug: string
  name: Readonly<{ id: string; en: string }>
  position: number
}>

export type StoredCategory = WrittenCategory & Readonly<{ id: number }>

const valuesOf = ({ slug, name, position }: WrittenCategory) => ({
  slug,
  name_id: name.id,
  name_en: name.en,
  position,
})

const stored = (db: Database['read'] | Tx) =>
  db.selectFrom('news_categories').select(['id', 'slug', 'name_id', 'name_en', 'position'])

type CategoryRow = Awaited<ReturnType<ReturnType<typeof stored>['execute']>>[number]

const storedOf = ({ name_id, name_en, ...row }: CategoryRow): StoredCategory => ({
  ...row,
  name: { id: name_id, en: name_en },
})

/** Lists all categories, as operators see them. */
export async function selectStoredCategories(
  db: Pick<Database, 'read'>,
): Promise<readonly StoredCategory[]> {
  const rows = await stored(db.read)
    .orderBy('position')
    .orderBy('id')
    .limit(limits.content.categories)
    .execute()
  return rows.map(storedOf)
}

/** Finds a category and locks its row: concurrent changes, and new items in it, wait. */
export async function findStoredCategory(tx: Tx, id: number): Promise<StoredCategory | null> {
  const row = await stored(tx).where('id', '=', id).forUpdate().executeTakeFirst()
  return row === undefined ? null : storedOf(row)
}

/** Locks a category against deletion until the transaction ends; returns false if there is none. */
export async function keepCategory(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('news_categories')
    .where('id', '=', id)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

export async function isCategoryInUse(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('news')
    .where('category_id', '=', id)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Inserts a category; returns its id, or null if another category has the slug. */
export async function insertCategory(tx: Tx, category: WrittenCategory): Promise<number | null> {
  const row = await tx
    .insertInto('news_categories')
    .values(valuesOf(category))
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function updateCategory(
  tx: Tx,
  id: number,
  category: WrittenCategory,
): Promise<boolean> {
  const result = await tx
    .updateTable('news_categories')
    .set({ ...valuesOf(category), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function deleteCategoryRow(tx: Tx, id: number): Promise<boolean> {
  const result = await tx.deleteFrom('news_categories').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Locks the table of categories: other transactions that write categories wait. */
export async function lockCategories(tx: Tx): Promise<void> {
  await sql`lock table news_categories in share row exclusive mode`.execute(tx)
}

/** Maps the slugs of all categories to their ids. */
export async function selectCategoryIds(tx: Tx): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .selectFrom('news_categories')
    .select(['slug', 'id'])
    .limit(limits.content.categories)
    .execute()
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}
