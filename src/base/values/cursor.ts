/** The keys of a page's last row, by which the next page begins: an id, or a time and an id. */
export type Cursor = readonly number[]

/** One page of a list whose rows are found by their keys, so that each page costs the same. */
export type CursorRequest = Readonly<{
  limit: number
  cursor: Cursor | null
  sort: 'asc' | 'desc'
}>

/** A page of a list; `nextCursor` is null on the last page. */
export type CursorPage<Item> = Readonly<{ data: Item[]; nextCursor: string | null }>

/** What a bounded search found, and the cursor of the last row that it examined. */
export type Examined<Row> = Readonly<{ rows: readonly Row[]; last: Cursor | null }>

const formatCursor = (cursor: Cursor): string => cursor.join('-')

export const cursorPattern = /^[0-9]{1,16}(?:-[0-9]{1,16}){0,3}$/

/** Reads the text of a cursor; null if it is none. */
export function parseCursor(text: string): Cursor | null {
  const keys = cursorPattern.test(text) ? text.split('-').map(Number) : []
  return keys.length > 0 && keys.every(Number.isSafeInteger) ? keys : null
}

/**
 * Builds a page of a search that examined the rows up to `last` only; null: all rows. Such a page
 * may be short, or empty, although `nextCursor` says that there is more.
 */
export function examinedPageOf<Row, Item>(
  { rows, last }: Examined<Row>,
  request: Pick<CursorRequest, 'limit'>,
  keysOf: (row: Row) => Cursor,
  shown: (row: Row) => Item,
): CursorPage<Item> {
  const page = cursorPageOf(rows, request, keysOf, shown)
  if (rows.length > request.limit || last === null) return page
  return { ...page, nextCursor: formatCursor(last) }
}

/** Builds a page of rows, of which one more than `limit` was read. */
export function cursorPageOf<Row>(
  found: readonly Row[],
  request: Pick<CursorRequest, 'limit'>,
  keysOf: (row: Row) => Cursor,
): CursorPage<Row>
export function cursorPageOf<Row, Item>(
  found: readonly Row[],
  request: Pick<CursorRequest, 'limit'>,
  keysOf: (row: Row) => Cursor,
  shown: (row: Row) => Item,
): CursorPage<Item>
export function cursorPageOf<Row>(
  found: readonly Row[],
  { limit }: Pick<CursorRequest, 'limit'>,
  keysOf: (row: Row) => Cursor,
  shown: (row: Row) => unknown = (row) => row,
): CursorPage<unknown> {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const isLast = found.length <= limit || last === undefined
  return { data: rows.map(shown), nextCursor: isLast ? null : formatCursor(keysOf(last)) }
}

/** Builds a page of a list with so few rows that all of them are computed, in ascending order. */
export function pageOfAll<Row>(request: CursorRequest, rows: readonly Row[]): CursorPage<Row>
export function pageOfAll<Row, Item>(
  request: CursorRequest,
  rows: readonly Row[],
  shown: (row: Row) => Item,
): CursorPage<Item>
export function pageOfAll<Row>(
  { cursor, limit, sort }: CursorRequest,
  rows: readonly Row[],
  shown: (row: Row) => unknown = (row) => row,
): CursorPage<unknown> {
  const [before = 0] = cursor ?? []
  const ordered = sort === 'asc' ? rows : rows.toReversed()
  const places = ordered.map((row, index) => ({ row, place: index + 1 })).slice(before)
  return cursorPageOf(
    places,
    { limit },
    ({ place }) => [place],
    ({ row }) => shown(row),
  )
}
