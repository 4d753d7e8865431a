import { deleteContent } from '../../app/content/content.sql.ts'
import {
  insertCategory,
  isCategoryInUse,
  lockCategory,
  selectStoredCategories,
  updateCategory,
} from '../../app/content/news/news-categories.sql.ts'
import type { StoredCategory } from '../../app/content/writing-contracts.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { versionedBy } from '../../platform/access/operators/versions.ts'
import { bothAs, writingOf } from './content-writing.ts'

export const listStoredCategories = async (ctx: Pick<Context, 'db'>) =>
  (await selectStoredCategories(ctx.db)).map(versioned)

const factsOf = ({ slug, name, position }: StoredCategory) => ({
  slug,
  ...bothAs('name', name),
  position,
})

const versioned = versionedBy(factsOf)

/** A category is not deleted while any news item, drafts included, belongs to it. */
const writing = writingOf({
  kind: 'news-category',
  lock: lockCategory,
  insert: insertCategory,
  update: updateCategory,
  remove: async (tx, id) => {
    if (await isCategoryInUse(tx, id)) refuse('api.news_category_in_use')
    await deleteContent(tx, 'news_categories', id)
  },
  factsOf,
})

export const { create: createCategory, edit: editCategory, remove: deleteCategory } = writing
