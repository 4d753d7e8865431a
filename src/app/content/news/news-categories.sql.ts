import { sql } from 'kysely'
import type { Database, Reader, Tx } from '../../../core/database/database.ts'
import { insertRows } from '../../../core/database/driver/insert.ts'
import { both } from '../content.sql.ts'
import type { Category, ContentLanguage } from '../content-contracts.ts'
import { contentLimits } from '../content-limits.ts'
import type { StoredCategory, WrittenCategory } from '../writing-contracts.ts'

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

const valuesOf = ({ slug, name, position }: WrittenCategory) => ({
  slug,
  name_id: name.id,
  name_en: name.en,
  position,
})

const stored = (db: Reader) =>
  db.selectFrom('news_categories').select(['id', 'slug', both('name'), 'position'])

export const selectStoredCategories = (
  db: Pick<Database, 'read'>,
): Promise<readonly StoredCategory[]> =>
  stored(db.read).orderBy('position').orderBy('id').limit(contentLimits.categories).execute()

/** Finds a category and locks its row: concurrent changes, and new items in it, wait. */
export async function lockCategory(tx: Tx, id: number): Promise<StoredCategory | null> {
  return (await stored(tx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null
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
  const [row] = await insertRows(tx, 'news_categories', [valuesOf(category)], {
    unique: ['slug'],
    returning: ['id'],
  })
  return row?.id ?? null
}

export async function updateCategory(tx: Tx, id: number, category: WrittenCategory): Promise<void> {
  await tx
    .updateTable('news_categories')
    .set({ ...valuesOf(category), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
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
    .limit(contentLimits.categories)
    .execute()
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}
