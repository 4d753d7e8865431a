import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { withImageUrl } from '../../../platform/files/attached-picture.ts'
import { optional, text, wireId } from '../../../platform/http/contracts/contracts.ts'
import { offsetFields, sortFields } from '../../../platform/http/contracts/lists.ts'
import { httpLimits } from '../../../platform/http/http-limits.ts'
import { type ContentLanguage, inLanguage, type NewsItem } from '../content-contracts.ts'
import { contentLimits } from '../content-limits.ts'
import { type NewsFilter, type NewsOrder, selectNews } from './news.sql.ts'

export const ListNews = z.object({
  category_id: optional(wireId),
  category: optional(text({ max: contentLimits.nameChars })),
  ...offsetFields,
  ...sortFields(['publishedAt', 'title', 'id']),
  ...inLanguage,
})

/** Returns a page of the published news; of two category filters the id takes precedence. */
export const listNews = (
  ctx: Pick<Context, 'config' | 'db'>,
  { category_id, category, lang, ...order }: z.output<typeof ListNews>,
): Promise<readonly NewsItem[]> =>
  newsPage(ctx, lang, category_id === undefined ? { category } : { categoryId: category_id }, order)

async function newsPage(
  ctx: Pick<Context, 'config' | 'db'>,
  lang: ContentLanguage,
  filter: NewsFilter,
  order: NewsOrder,
): Promise<readonly NewsItem[]> {
  const news = await selectNews(ctx.db, lang, filter, order)
  return news.map((item) => withImageUrl(ctx, item))
}

export const NewsTag = z.object({ tag: text({ max: httpLimits.paramLength }) })
export const ListNewsByTag = z.object({ ...offsetFields, ...inLanguage })

/** Returns a page of the published news with a tag, newest first. */
export const listNewsByTag = (
  ctx: Pick<Context, 'config' | 'db'>,
  { tag, lang, ...part }: z.output<typeof NewsTag> & z.output<typeof ListNewsByTag>,
): Promise<readonly NewsItem[]> =>
  newsPage(ctx, lang, { tag: tag.toLowerCase() }, { sortBy: 'publishedAt', sort: 'desc', ...part })
