import type { Tukar } from '@tukar/client'
import type { Transfer } from '../money/money-data.ts'

const pageItems = 100

type Page = Readonly<{ data: readonly Transfer[]; nextPage: number | null }>

/** Reads the user's withdrawals of an asset, newest first, up to this one; null if it is none. */
export async function findWithdrawal(
  tukar: Pick<Tukar, 'get'>,
  symbol: string,
  id: string,
): Promise<Transfer | null> {
  const read = (page: number): Promise<Page> =>
    tukar.get('/api/users/history/v2/deposit-withdraw', {
      params: { query: { symbol, direction: 'WITHDRAWAL', page, per_page: pageItems } },
    })
  for (let page: number | null = 1; page !== null; ) {
    const { data, nextPage }: Page = await read(page)
    const found = data.find((transfer) => transfer.id === id)
    if (found !== undefined) return found
    page = nextPage
  }
  return null
}
