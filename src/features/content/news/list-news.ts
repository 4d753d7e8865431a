import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { optional, text, wireId } from '../../../http/contracts.ts'
import { httpLimits } from '../../../http/http-limits.ts'
import { offsetFields, sortFields } from '../../../http/lists.ts'
import { inLanguage, type NewsItem } from '../content-contracts.ts'
import { contentLimits } from '../content-limits.ts'
import { selectNews } from './news.sql.ts'

export const ListNews = z.object({
  category_id: optional(wireId),
  category: optional(text({ max: contentLimits.nameChars })),
  ...offsetFields,
  ...sortFields(['publishedAt', 'title', 'id']),
  ...inLanguage,
})

/** Returns a page of the published news; of two category filters the id takes precedence. */
export const listNews = (
  ctx: Pick<Context, 'db'>,
  { category_id, category, lang, ...order }: z.output<typeof ListNews>,
): Promise<readonly NewsItem[]> =>
  selectNews(
    ctx.db,
    lang,
    category_id === undefined ? { category } : { categoryId: category_id },
    order,
  )

export const NewsTag = z.object({ tag: text({ max: httpLimits.paramLength }) })
export const ListNewsByTag = z.object({ ...offsetFields, ...inLanguage })

/** Returns a page of the published news with a tag, newest first. */
export const listNewsByTag = (
  ctx: Pick<Context, 'db'>,
  { tag, lang, ...part }: z.output<typeof NewsTag> & z.output<typeof ListNewsByTag>,
): Promise<readonly NewsItem[]> =>
  selectNews(
    ctx.db,
    lang,
    { tag: tag.toLowerCase() },
    { sortBy: 'publishedAt', sort: 'desc', ...part },
  )
