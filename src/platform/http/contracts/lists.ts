/** The parameters of lists. Unknown or out-of-range values are refused, not corrected. */

import { z } from 'zod'
import { type Cursor, cursorPattern, parseCursor } from '../../../base/values/cursor.ts'
import { integerOf } from '../../../base/values/integers.ts'
import { listLimits } from '../../../base/values/list-limits.ts'
import { lastPage } from '../../../base/values/page.ts'
import { field, oneOf, optional, withDefault } from './contracts.ts'

const wholeNumber = /^(?:0|[1-9][0-9]{0,14})$/

const between = (min: number, max: number) =>
  field({ type: 'integer', minimum: min, maximum: max }, (value, fail) => {
    const digits = typeof value === 'number' ? value.toString() : value
    const sent = typeof digits === 'string' && wholeNumber.test(digits) ? integerOf(digits) : -1
    return sent >= min && sent <= max
      ? sent
      : fail(`The :attribute field must be between ${min} and ${max}.`)
  })

const { defaultItems, maxItems, maxOffset } = listLimits

export const offsetFields = {
  limit: withDefault(between(1, maxItems), defaultItems),
  offset: withDefault(between(0, maxOffset), 0),
}

/** `per_page` and `page`; the last page is bounded like `offset`. */
export const pageFields = {
  per_page: withDefault(between(1, maxItems), defaultItems),
  page: withDefault(between(1, lastPage), 1),
}

const cursor = field(
  { type: 'string', pattern: cursorPattern.source },
  (value, fail): Cursor =>
    (typeof value === 'string' ? parseCursor(value) : null) ??
    fail('The :attribute field is invalid.'),
)

/**
 * Of lists that grow without bound: a page begins after the row of `cursor`, which is the
 * `nextCursor` of the page before it, with the same filters and `sort`.
 */
export const cursorFields = {
  limit: withDefault(between(1, maxItems), defaultItems),
  cursor: optional(cursor).transform((keys) => keys ?? null),
  sort: withDefault(oneOf(['desc', 'asc']), 'desc'),
}

/** Of lists in an order of their own, from its beginning by default. */
export const placeFields = { ...cursorFields, sort: withDefault(oneOf(['desc', 'asc']), 'asc') }

/** The response of a list with `cursorFields`. */
export const cursorPage = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), nextCursor: z.string().nullable() }).meta(pageName(item))

/** The response of a list without a total count. */
export const openPage = <Item extends z.ZodType>(item: Item) =>
  z
    .object({
      data: z.array(item),
      currentPage: z.int(),
      perPage: z.int(),
      nextPage: z.int().nullable(),
    })
    .meta(pageName(item))

/** A page of the schema `Coin` is the schema `CoinPage`. */
const pageName = (item: z.ZodType) => {
  const id = item.meta()?.id
  return id === undefined ? {} : { id: `${id}Page` }
}

/** `sortBy` with one of the endpoint's columns, the first being the default, and `sort`. */
export function sortFields<const Column extends string>(
  columns: readonly [Column, ...Column[]],
  sort: 'asc' | 'desc' = 'desc',
) {
  return {
    sortBy: withDefault(oneOf(columns), columns[0]),
    sort: withDefault(oneOf(['asc', 'desc']), sort),
  }
}

/** A page of a list, as history endpoints return it. */
export const pageSchema = <Item extends z.ZodType>(item: Item) =>
  z
    .object({
      data: z.array(item),
      currentPage: z.int(),
      totalData: z.int(),
      perPage: z.int(),
      nextPage: z.int().nullable(),
    })
    .meta(pageName(item))
