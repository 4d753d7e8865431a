import type { Context } from '../../context.ts'
import type { Tx } from '../../database/database.ts'
import { insertBanner } from './banners/banners.sql.ts'
import { insertCategory, lockCategories, selectCategoryIds } from './news/news-categories.sql.ts'
import { insertNews, isWithoutNews, publishNews } from './news/news-writing.sql.ts'
import { safeMarkup } from './news/safe-markup.ts'
import { sampleBanners, sampleCategories, sampleNews } from './sample-content.ts'

/** Fills the sandbox with sample content, unless it has news or categories already. */
export const seedContent = (ctx: Pick<Context, 'db'>): Promise<void> =>
  ctx.db.inTransaction(async (tx) => {
    await lockCategories(tx)
    const ids = await selectCategoryIds(tx)
    if (ids.size > 0 || !(await isWithoutNews(tx))) return
    await writeSamples(tx)
  })

async function writeSamples(tx: Tx): Promise<void> {
  for (const category of sampleCategories) await insertCategory(tx, category)
  const ids = await selectCategoryIds(tx)
  for (const { category, body, ...news } of sampleNews) {
    const categoryId = ids.get(category)
    if (categoryId === undefined) throw new Error(`no sample is a category ${category}`)
    const safe = { id: safeMarkup(body.id), en: safeMarkup(body.en) }
    const id = await insertNews(tx, { ...news, categoryId, body: safe })
    if (id !== null) await publishNews(tx, id, null)
  }
  for (const banner of sampleBanners) await insertBanner(tx, banner)
}
