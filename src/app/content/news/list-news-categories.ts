import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { offsetFields, sortFields } from '../../../platform/http/contracts/lists.ts'
import { type Category, inLanguage } from '../content-contracts.ts'
import { selectCategories } from './news-categories.sql.ts'

const { sortBy: sort_by, sort } = sortFields(['position', 'name', 'id'], 'asc')

export const ListNewsCategories = z.object({ ...offsetFields, sort_by, sort, ...inLanguage })

export const listNewsCategories = (
  ctx: Pick<Context, 'db'>,
  { lang, ...order }: z.output<typeof ListNewsCategories>,
): Promise<readonly Category[]> => selectCategories(ctx.db, lang, order)
