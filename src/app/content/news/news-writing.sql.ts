import { sql } from 'kysely'
import { type CursorPage, type CursorRequest, cursorPageOf } from '../../../base/values/cursor.ts'
import type { Database, Reader, Tx } from '../../../core/database/database.ts'
import { insertRows } from '../../../core/database/driver/insert.ts'
import { afterCursor, whereEach } from '../../../core/database/partitions/page-query.ts'
import { both } from '../content.sql.ts'
import type { StoredNews, WrittenNews } from '../writing-contracts.ts'

/** An item's tags, in a select of `news`. */
export const tagsOfNews = sql<string[]>`array(
  select tag from news_tags where news_id = news.id order by tag)`.as('tags')

const stored = (db: Reader) =>
  db
    .selectFrom('news')
    .select([
      'id',
      'slug',
      'category_id as categoryId',
      both('title'),
      both('summary'),
      both('body'),
      'image',
      tagsOfNews,
      'status',
      'published_at as publishedAt',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])

type NewsFilter = Readonly<{
  status?: 'DRAFT' | 'PUBLISHED' | undefined
  categoryId?: number | undefined
}>

/** Reads a page of drafts and published items, by id. */
export async function readStoredNews(
  db: Pick<Database, 'read'>,
  { status, categoryId, ...page }: NewsFilter & CursorRequest,
): Promise<CursorPage<StoredNews>> {
  const query = whereEach(stored(db.read), { status, category_id: categoryId })
  return cursorPageOf(await afterCursor(query, 'id', page).execute(), page, ({ id }) => [id])
}

export async function findStoredNews(
  db: Pick<Database, 'read'>,
  id: number,
): Promise<StoredNews | null> {
  return (await stored(db.read).where('id', '=', id).executeTakeFirst()) ?? null
}

export async function lockNews(tx: Tx, id: number): Promise<StoredNews | null> {
  return (await stored(tx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null
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
  image: image ?? null,
})

/** Inserts a draft with sanitized bodies; returns its id, or null if another item has the slug. */
export async function insertNews(tx: Tx, news: WrittenNews): Promise<number | null> {
  const [row] = await insertRows(tx, 'news', [valuesOf(news)], {
    unique: ['slug'],
    returning: ['id'],
  })
  if (row === undefined) return null
  await insertTags(tx, row.id, news.tags)
  return row.id
}

/** Replaces an item's content; its bodies must be sanitized. */
export async function updateNews(tx: Tx, id: number, news: WrittenNews): Promise<void> {
  await tx
    .updateTable('news')
    .set({ ...valuesOf(news), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('news_tags').where('news_id', '=', id).execute()
  await insertTags(tx, id, news.tags)
}

async function insertTags(tx: Tx, news: number, tags: readonly string[]): Promise<void> {
  const records = tags.map((tag) => ({ news_id: news, tag }))
  await insertRows(tx, 'news_tags', records, { unique: ['news_id', 'tag'] })
}

/** Publishes an item; `from` null keeps the first time, or uses now. */
export async function publishNews(tx: Tx, id: number, from: Date | null): Promise<void> {
  await tx
    .updateTable('news')
    .set({
      status: 'PUBLISHED',
      published_at: from ?? sql<Date>`coalesce(published_at, now())`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

export async function unpublishNews(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('news')
    .set({ status: 'DRAFT', published_at: null, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Whether there are no news items at all. */
export async function isWithoutNews(tx: Tx): Promise<boolean> {
  const row = await tx.selectFrom('news').select('id').limit(1).executeTakeFirst()
  return row === undefined
}
