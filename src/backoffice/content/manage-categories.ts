import { deleteContent } from '../../app/content/content.sql.ts'
import {
  insertCategory,
  isCategoryInUse,
  lockCategory,
  selectStoredCategories,
  updateCategory,
} from '../../app/content/news/news-categories.sql.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { bothAs, writingOf } from './content-writing.ts'

export const listStoredCategories = (ctx: Pick<Context, 'db'>) => selectStoredCategories(ctx.db)

/** A category is not deleted while any news item, drafts included, belongs to it. */
export const {
  create: createCategory,
  edit: editCategory,
  remove: deleteCategory,
} = writingOf({
  kind: 'news-category',
  lock: lockCategory,
  insert: insertCategory,
  update: updateCategory,
  remove: async (tx, id) => {
    if (await isCategoryInUse(tx, id)) refuse('api.news_category_in_use')
    await deleteContent(tx, 'news_categories', id)
  },
  factsOf: ({ slug, name, position }) => ({ slug, ...bothAs('name', name), position }),
})
