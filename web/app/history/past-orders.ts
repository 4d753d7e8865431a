import type { Tukar } from '@tukar/client'

const pageSize = 20

/** Reads so many pages of the user's orders, newest first; the API bounds the size of one. */
export async function readPastOrders(tukar: Pick<Tukar, 'get'>, pages: number) {
  const read = (page: number) =>
    tukar.get('/api/exchange/venue/historyOrder', {
      params: { query: { page, per_page: pageSize } },
    })
  const first = await read(1)
  const data = [...first.data]
  let { nextPage } = first
  while (nextPage !== null && nextPage <= pages) {
    const page = await read(nextPage)
    data.push(...page.data)
    nextPage = page.nextPage
  }
  return { data, nextPage }
}
