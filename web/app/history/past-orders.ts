import type { Tukar } from '@tukar/client'
import { readPages } from './read-pages.ts'

const pageSize = 20
/** The API sends no more items of a list at once. */
const mostOfPage = 100

/** Reads so many pages of the user's orders, newest first; the API bounds the size of one. */
export const readPastOrders = (tukar: Pick<Tukar, 'get'>, pages: number) =>
  readPages(
    (page) =>
      tukar.get('/api/exchange/venue/historyOrder', {
        params: { query: { page, per_page: pageSize } },
      }),
    pages,
  )

/** Reads all open orders of the user, of all pairs or of one. */
export const readOpenOrders = (tukar: Pick<Tukar, 'get'>, txPair: string | undefined) =>
  readPages((page) =>
    tukar.get('/api/exchange/venue/currentOrder', {
      params: { query: { page, per_page: mostOfPage, ...(txPair && { txPair }) } },
    }),
  )
