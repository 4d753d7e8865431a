import { z } from 'zod'
import { Refused } from '../refused.ts'

/** The query of a paged list; `before` and `after` are cursors. */
export const pageQuery = (usual: number, most: number) => ({
  before: z.string().optional(),
  after: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(most).default(usual),
})

type Asked = Readonly<{ before?: string | undefined; after?: string | undefined; limit: number }>
export type Page<Item> = Readonly<{
  items: readonly Item[]
  /** Cursors of the previous and next page, if there are such. */
  paging: Readonly<{ before?: string; after?: string }>
}>

const mark = 'item='
const cursorOf = (id: string): string => Buffer.from(`${mark}${id}`).toString('base64url')

/** Returns the page of an ordered list at a cursor. */
export function pageOf<Item>(
  all: readonly Item[],
  idOf: (item: Item) => string,
  { before, after, limit }: Asked,
): Page<Item> {
  const at = (cursor: string): number => {
    const id = Buffer.from(cursor, 'base64url').toString('utf8')
    const place = all.findIndex((item) => `${mark}${idOf(item)}` === id)
    if (place < 0) throw new Refused(400, '', 'The cursor is not of this list')
    return place
  }
  let start = 0
  if (after !== undefined) start = at(after) + 1
  else if (before !== undefined) start = Math.max(0, at(before) - limit)
  const end = before !== undefined && after === undefined ? at(before) : start + limit
  const items = all.slice(start, end)
  const [first] = items
  const last = items.at(-1)
  const paging = {
    ...(first !== undefined && start > 0 ? { before: cursorOf(idOf(first)) } : {}),
    ...(last !== undefined && end < all.length ? { after: cursorOf(idOf(last)) } : {}),
  }
  return { items, paging }
}
