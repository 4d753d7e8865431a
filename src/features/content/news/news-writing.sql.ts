import { sql } from 'kysely'
import type { Database, Tx } from '../../../database/database.ts'
import { rowsOf } from '../../../database/rows.ts'

type InBoth = Readonly<{ id: string; en: string }>

/** An item as operators write it; bodies are already sanitized. */
export type WrittenNews = Readonly<{
  slug: string
  categoryId: number
  title: InBoth
  summary: InBoth
  body: InBoth
  image: string | null
  tags: readonly string[]
}>

export type StoredNews = WrittenNews &
  Readonly<{
    id: number
    status: string
    publishedAt: Date | null
    createdAt: Date
    updatedAt: Date
  }>

const stored = (db: Database['read'] | Tx) =>
  db
    .selectFrom('news')
    .select([
      'id',
      'slug',
      'category_id',
      'title_id',
      'title_en',
      'summary_id',
      'summary_en',
      'body_id',
      'body_en',
      'image',
      'status',
      'published_at',
      'created_at',
      'updated_at',
      sql<string[]>`array(select tag from news_tags where news_id = news.id order by tag)`.as(
        'tags',
      ),
    ])

type StoredNewsRow = Awaited<ReturnType<ReturnType<typeof stored>['execute']>>[number]

const storedOf = (row: StoredNewsRow): StoredNews => ({
  id: row.id,
  slug: row.slug,
  categoryId: row.category_id,
  title: { id: row.title_id, en: row.title_en },
  summary: { id: row.summary_id, en: row.summary_en },
  body: { id: row.body_id, en: row.body_en },
  image: row.image,
  tags: row.tags,
  status: row.status,
  publishedAt: row.published_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Lists drafts and published items, the last changed first. */
export async function selectStoredNews(
  db: Pick<Database, 'read'>,
  { limit, offset }: Readonly<{ limit: number; offset: number }>,
): Promise<readonly StoredNews[]> {
  const rows = await stored(db.read)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(storedOf)
}

export async function countStoredNews(db: Pick<Database, 'read'>): Promise<number> {
  const { count } = await db.read
    .selectFrom('news')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Finds an item and locks its row until the transaction ends. */
export async function findStoredNews(tx: Tx, id: number): Promise<StoredNews | null> {
  const row = await stored(tx).where('id', '=', id).forUpdate().executeTakeFirst()
  return row === undefined ? null : storedOf(row)
}

const valuesOf = ({ slug, categoryId, title, summary, body, image }: WrittenNews) => ({
  slug,
  category_id: categoryId,
  title_id: title.id,
  title_en: title.en,
  summary_id: summary.id,
  summary_en: summary.en,
  body_id: body.id,
  body_en: body.en,
  image,
})

/** Inserts a draft; returns its id, or null if another item has the slug. */
export async function insertNews(tx: Tx, news: WrittenNews): Promise<number | null> {
  const row = await tx
    .insertInto('news')
    .values(valuesOf(news))
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return null
  await insertTags(tx, row.id, news.tags)
  return row.id
}

/** Replaces an item's content; returns false if there is no such item. */
export async function updateNews(tx: Tx, id: number, news: WrittenNews): Promise<boolean> {
  const result = await tx
    .updateTable('news')
    .set({ ...valuesOf(news), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) return false
  await tx.deleteFrom('news_tags').where('news_id', '=', id).execute()
  await insertTags(tx, id, news.tags)
  return true
}

async function insertTags(tx: Tx, news: number, tags: readonly string[]): Promise<void> {
  const rows = rowsOf(
    tags.map((tag) => ({ news, tag })),
    { news: 'bigint', tag: 'text' },
  )
  await sql`insert into news_tags (news_id, tag) select news, tag from ${rows}
    on conflict do nothing`.execute(tx)
}

/** Publishes an item; `from` null keeps the first time, or uses now. Returns false if unknown. */
export async function publishNews(tx: Tx, id: number, from: Date | null): Promise<boolean> {
  const result = await tx
    .updateTable('news')
    .set({
      status: 'PUBLISHED',
      published_at: from ?? sql<Date>`coalesce(published_at, now())`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Unpublishes an item; returns false if there is no such item. */
export async function unpublishNews(tx: Tx, id: number): Promise<boolean> {
  const result = await tx
    .updateTable('news')
    .set({ status: 'DRAFT', published_at: null, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function deleteNewsRow(tx: Tx, id: number): Promise<boolean> {
  const result = await tx.deleteFrom('news').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Whether there are no news items at all. */
export async function isWithoutNews(tx: Tx): Promise<boolean> {
  const row = await tx.selectFrom('news').select('id').limit(1).executeTakeFirst()
  return row === undefined
}
