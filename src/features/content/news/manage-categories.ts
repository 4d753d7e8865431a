import type { z } from 'zod'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../../access/operators/operator-endpoint.ts'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import { bothAs, commitContent, found, type Writing } from '../content-writing.ts'
import type { ById, WriteCategory } from '../writing-contracts.ts'
import {
  deleteCategoryRow,
  findStoredCategory,
  insertCategory,
  isCategoryInUse,
  type StoredCategory,
  selectStoredCategories,
  updateCategory,
} from './news-categories.sql.ts'

export const listStoredCategories = (ctx: Pick<Context, 'db'>) => selectStoredCategories(ctx.db)

const factsOf = ({ slug, name, position }: StoredCategory) => ({
  slug,
  ...bothAs('name', name),
  position,
})

const subject = (id: number) => ({ kind: 'news-category', id })

export const createCategory = (
  ctx: Writing,
  input: z.output<typeof WriteCategory>,
  by: OperatorOperation,
): Promise<Audited<StoredCategory>> =>
  commitContent(ctx, async (tx) => {
    const id = (await insertCategory(tx, input)) ?? refuse('api.content_exists')
    const made = { id, ...input }
    return audited(tx, by, { subject: subject(id), after: factsOf(made) }, made)
  })

export const editCategory = (
  ctx: Writing,
  { id, ...input }: z.output<typeof ById> & z.output<typeof WriteCategory>,
  by: OperatorOperation,
): Promise<Audited<StoredCategory>> =>
  commitContent(ctx, async (tx) => {
    const before = found(await findStoredCategory(tx, id))
    await updateCategory(tx, id, input)
    const after = { id, ...input }
    const facts = { subject: subject(id), before: factsOf(before), after: factsOf(after) }
    return audited(tx, by, facts, after)
  })

/** Deletes a category; refuses if any news item, drafts included, belongs to it. */
export const deleteCategory = (
  ctx: Writing,
  { id }: z.output<typeof ById>,
  by: OperatorOperation,
): Promise<Audited<void>> =>
  commitContent(ctx, async (tx) => {
    const before = found(await findStoredCategory(tx, id))
    if (await isCategoryInUse(tx, id)) refuse('api.news_category_in_use')
    await deleteCategoryRow(tx, id)
    return audited(tx, by, { subject: subject(id), before: factsOf(before) }, undefined)
  })
