import { listLimits } from './list-limits.ts'

/** A page of a list as history endpoints return it. */
export type Page<Item> = Readonly<{
  data: Item[]
  currentPage: number
  totalData: number
  perPage: number
  nextPage: number | null
}>

export type PageRequest = Readonly<{ page: number; per_page: number }>

/** The last page that can be requested, at any page size. */
export const lastPage = listLimits.maxOffset / listLimits.defaultItems

export const pageBounds = ({ page, per_page }: PageRequest) => ({
  limit: per_page,
  offset: (page - 1) * per_page,
})

export function pageOf<Item>(
  data: readonly Item[],
  totalData: number,
  { page, per_page }: PageRequest,
): Page<Item> {
  const isLast = page * per_page >= totalData || page >= lastPage
  return {
    data: [...data],
    currentPage: page,
    totalData,
    perPage: per_page,
    nextPage: isLast ? null : page + 1,
  }
}

/** A page of a list without a total; `nextPage` is null on the last page. */
export type OpenPage<Item> = Readonly<{
  data: Item[]
  currentPage: number
  perPage: number
  nextPage: number | null
}>

/** Bounds of the query for such a page: one item more than is shown. */
export const openBounds = ({ page, per_page }: PageRequest) => ({
  limit: per_page + 1,
  offset: (page - 1) * per_page,
})

export const openPageOf = <Item>(
  found: readonly Item[],
  { page, per_page }: PageRequest,
): OpenPage<Item> => ({
  data: found.slice(0, per_page),
  currentPage: page,
  perPage: per_page,
  nextPage: found.length > per_page && page < lastPage ? page + 1 : null,
})
