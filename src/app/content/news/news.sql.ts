import { type NotNull, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Database } from '../../../core/database/database.ts'
import type { ContentLanguage, NewsArticle, NewsItem } from '../content-contracts.ts'
import { tagsOfNews } from './news-writing.sql.ts'

/** `category` is the slug or the name in either language. */
export type NewsFilter = Readonly<{
  categoryId?: number | undefined
  category?: string | undefined
  tag?: string | undefined
}>

export type NewsOrder = Readonly<{
  sortBy: 'publishedAt' | 'title' | 'id'
  sort: 'asc' | 'desc'
  limit: number
  offset: number
}>

type Reads = Pick<Database, 'read'>

/** Selects what readers may see: published items, unless their time is in the future. */
const published = ({ read }: Reads, lang: ContentLanguage) =>
  read
    .selectFrom('news')
    .innerJoin('news_categories as category', 'category.id', 'news.category_id')
    .where('news.status', '=', 'PUBLISHED')
    .where('news.published_at', '<=', sql<Date>`now()`)
    .select([
      'news.id',
      'news.slug',
      `news.title_${lang} as title`,
      `news.summary_${lang} as summary`,
      'news.image',
      'news.published_at as publishedAt',
      'news.updated_at as updatedAt',
      (column) => column.cast<ContentLanguage>(column.val(lang), 'text').as('lang'),
      (column) =>
        jsonBuildObject({
          id: column.ref('category.id'),
          slug: column.ref('category.slug'),
          name: column.ref(`category.name_${lang}`),
        }).as('category'),
      tagsOfNews,
    ])
    .$narrowType<{ publishedAt: NotNull }>()

export async function selectNews(
  db: Reads,
  lang: ContentLanguage,
  { categoryId, category, tag }: NewsFilter,
  { sortBy, sort, limit, offset }: NewsOrder,
): Promise<readonly NewsItem[]> {
  const column = sortBy === 'publishedAt' ? 'news.published_at' : `news.${sortBy}`
  return published(db, lang)
    .$if(categoryId !== undefined, (q) => q.where('category.id', '=', categoryId ?? 0))
    .$if(category !== undefined, (q) => q.where(isCalled(category ?? '')))
    .$if(tag !== undefined, (q) =>
      q.where(
        sql<boolean>`exists (select from news_tags where news_id = news.id and tag = ${tag})`,
      ),
    )
    .orderBy(
      sortBy === 'title' ? sql`lower(${sql.ref(`news.title_${lang}`)})` : sql.ref(column),
      sort,
    )
    .orderBy('news.id', sort)
    .limit(limit)
    .offset(offset)
    .execute()
}

const isCalled = (name: string) =>
  sql<boolean>`lower(${name}) in (category.slug, lower(category.name_id), lower(category.name_en))`

export async function findArticle(
  db: Reads,
  lang: ContentLanguage,
  slug: string,
): Promise<NewsArticle | null> {
  const row = await published(db, lang)
    .select(`news.body_${lang} as body`)
    .where('news.slug', '=', slug)
    .executeTakeFirst()
  return row ?? null
}
