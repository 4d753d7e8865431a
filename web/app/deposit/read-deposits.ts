import type { Tukar } from '@tukar/client'

/** Reads the newest deposits of an asset. */
export const readDeposits = (tukar: Pick<Tukar, 'get'>, symbol: string) =>
  tukar.get('/api/users/history/v2/deposit-withdraw', {
    params: { query: { symbol, direction: 'DEPOSIT' } },
  })
