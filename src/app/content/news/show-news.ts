import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import { withImageUrl } from '../../../platform/files/attached-picture.ts'
import { text } from '../../../platform/http/contracts/contracts.ts'
import { httpLimits } from '../../../platform/http/http-limits.ts'
import { inLanguage, type NewsArticle } from '../content-contracts.ts'
import { findArticle } from './news.sql.ts'

export const NewsSlug = z.object({ slug: text({ max: httpLimits.paramLength }) })
export const ShowNews = z.object(inLanguage)

const newsNotFound = (): never => refuse('api.news_not_found', { text: 'News not found' })

/** Returns a published item with its body; a draft is reported as not found. */
export const showNews = async (
  ctx: Pick<Context, 'config' | 'db'>,
  { slug, lang }: z.output<typeof NewsSlug> & z.output<typeof ShowNews>,
): Promise<NewsArticle> =>
  withImageUrl(ctx, (await findArticle(ctx.db, lang, slug)) ?? newsNotFound())
