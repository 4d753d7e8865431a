import { z } from 'zod'
import { deleteContent } from '../../app/content/content.sql.ts'
import { keepCategory } from '../../app/content/news/news-categories.sql.ts'
import {
  findStoredNews,
  insertNews,
  lockNews,
  publishNews,
  readStoredNews,
  unpublishNews,
  updateNews,
} from '../../app/content/news/news-writing.sql.ts'
import type { StoredNews, WrittenNews } from '../../app/content/writing-contracts.ts'
import { refuse } from '../../base/refusal.ts'
import { sha256 } from '../../base/secrets/crypto.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import type { ById } from '../../platform/access/operators/change-contracts.ts'
import type { OperatorOperation } from '../../platform/access/operators/operator-endpoint.ts'
import { versionedBy, versionedPage } from '../../platform/access/operators/versions.ts'
import {
  instant,
  oneOf,
  optional,
  timeOf,
  wireId,
} from '../../platform/http/contracts/contracts.ts'
import { cursorFields } from '../../platform/http/contracts/lists.ts'
import { bothAs, found, requireAllowed, type Writing, writingOf } from './content-writing.ts'

export const ListStoredNews = z.object({
  status: optional(oneOf(['DRAFT', 'PUBLISHED'])),
  categoryId: optional(wireId),
  ...cursorFields,
})

export const listStoredNews = (ctx: Pick<Context, 'db'>, input: z.output<typeof ListStoredNews>) =>
  versionedPage(readStoredNews(ctx.db, input), versioned)

/** Returns one item, draft or published, in both languages. */
export async function showStoredNews(ctx: Pick<Context, 'db'>, { id }: z.output<typeof ById>) {
  return versioned(found(await findStoredNews(ctx.db, id)))
}

/** Locks the item's category against deletion. */
async function lockCategory(tx: Tx, { categoryId }: WrittenNews): Promise<void> {
  if (!(await keepCategory(tx, categoryId))) refuse('api.news_category_not_found')
}

/**
 * Sanitizes the bodies of an item, so that no reader's app runs their markup. Refuses a body whose
 * picture or whole content would be lost, and links to hosts that are not allowed. The sanitizer is
 * loaded with the first item written.
 */
async function sanitized<News extends Pick<WrittenNews, 'body'>>(
  { db }: Pick<Context, 'db'>,
  news: News,
): Promise<News> {
  const { hasLostPicture, isBlank, linksIn, safeMarkup } = await import('./safe-markup.ts')
  const body = { id: safeMarkup(news.body.id), en: safeMarkup(news.body.en) }
  for (const html of [body.id, body.en]) {
    if (hasLostPicture(html)) refuse('api.news_picture_not_allowed')
    if (isBlank(html)) refuse('api.news_body_empty')
    await requireAllowed(db.read, linksIn(html))
  }
  return { ...news, body }
}

const digestOf = (text: string): string => sha256(text).toString('hex')

const factsOf = ({ slug, categoryId, title, summary, body, image, tags }: StoredNews) => ({
  slug,
  categoryId,
  ...bothAs('title', title),
  ...bothAs('summary', summary),
  ...bothAs('bodySha256', { id: digestOf(body.id), en: digestOf(body.en) }),
  image,
  tags,
})

const versioned = versionedBy(factsOf)

const writing = writingOf({
  kind: 'news',
  lock: lockNews,
  insert: async (tx, news: WrittenNews) => {
    await lockCategory(tx, news)
    return insertNews(tx, news)
  },
  update: async (tx, id, news) => {
    await lockCategory(tx, news)
    await updateNews(tx, id, news)
  },
  remove: (tx, id) => deleteContent(tx, 'news', id),
  imageOf: ({ image }) => image,
  factsOf,
  stateOf: ({ status, publishedAt }) => ({ status, publishedAt: timeOf(publishedAt) }),
})

/** A new item is a draft, which only operators see. An edit leaves its publication as it is. */
export const createNews: typeof writing.create = async (ctx, news, by) =>
  writing.create(ctx, await sanitized(ctx, news), by)

export const editNews: typeof writing.edit = async (ctx, news, by) =>
  writing.edit(ctx, await sanitized(ctx, news), by)

export const { remove: deleteNews } = writing

export const PublishNews = z.object({ from: optional(instant) })

/** Publishes an item from the given time; by default from its first publication, or from now. */
export const showToReaders = (
  ctx: Writing,
  { id, from }: z.output<typeof ById> & z.output<typeof PublishNews>,
  by: OperatorOperation,
) => writing.change(ctx, id, by, (tx) => publishNews(tx, id, from ?? null))

export const hideFromReaders = (
  ctx: Writing,
  { id }: z.output<typeof ById>,
  by: OperatorOperation,
) => writing.change(ctx, id, by, (tx) => unpublishNews(tx, id))
