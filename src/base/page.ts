import { limits } from './limits.ts'

/** A page of a list as history endpoints answer it. */
export type Page<Item> = Readonly<{
  data: Item[]
  currentPage: number
  totalData: number
  perPage: number
  nextPage: number | null
}>

export type PageRequest = Readonly<{ page: number; per_page: number }>

/** The last page anyone may ask for, whatever its size. */
export const lastPage = limits.lists.maxOffset / limits.lists.defaultItems

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
