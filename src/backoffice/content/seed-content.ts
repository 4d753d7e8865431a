import { insertBanner } from '../../app/content/banners/banners.sql.ts'
import {
  insertCategory,
  lockCategories,
  selectCategoryIds,
} from '../../app/content/news/news-categories.sql.ts'
import { insertNews, isWithoutNews, publishNews } from '../../app/content/news/news-writing.sql.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import { sampleContent } from './sample-content.ts'

/** Fills the sandbox with sample content, unless it has news or categories already. */
export const seedContent = (ctx: Pick<Context, 'db'>): Promise<void> =>
  ctx.db.inTransaction(async (tx) => {
    await lockCategories(tx)
    const ids = await selectCategoryIds(tx)
    if (ids.size > 0 || !(await isWithoutNews(tx))) return
    await writeSamples(tx)
  })

async function writeSamples(tx: Tx): Promise<void> {
  for (const category of sampleContent.categories) await insertCategory(tx, category)
  const ids = await selectCategoryIds(tx)
  for (const { category, ...news } of sampleContent.news) {
    const categoryId = ids.get(category)
    if (categoryId === undefined) throw new Error(`the sample content has no category ${category}`)
    const id = await insertNews(tx, { ...news, categoryId })
    if (id !== null) await publishNews(tx, id, null)
  }
  for (const banner of sampleContent.banners) await insertBanner(tx, banner)
}
