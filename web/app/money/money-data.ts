import type { components, paths } from '@tukar/client'
import { useParams } from 'wouter'
import { useCoins, useRead } from '../data.ts'

export type Coin = components['schemas']['Coin']
export type CoinNetwork = components['schemas']['CoinNetwork']
export type Transfer = components['schemas']['Transfer']
export type Move = components['schemas']['Move']

type Query<Path extends keyof paths> = paths[Path] extends {
  get: { parameters: { query?: infer Value } }
}
  ? NonNullable<Value>
  : never

export type TransferFilter = Query<'/api/users/history/v2/deposit-withdraw'>
export type MoveFilter = Query<'/api/users/transaction-histories'>
export type Period = Pick<Query<'/api/users/history/statement'>, 'startDate' | 'endDate'>
export type TaxFilter = Query<'/api/users/history/tax'>

const priceRefreshMs = 10_000

/** The worth of all balances: read again when one changes, and as prices move. */
export const useWorth = () =>
  useRead(['coins', 'worth'], (tukar) => tukar.get('/api/users/wallet'), {
    refetchInterval: priceRefreshMs,
  })

/** The asset that the address of the screen names; null if there is none of this name. */
export function useCoinOfScreen() {
  const { symbol } = useParams()
  const { data, error, refetch } = useCoins()
  return {
    data: data && { coin: data.find((coin) => coin.symbol === symbol) ?? null },
    error,
    refetch,
  }
}

/** Deposits and withdrawals, newest first; changes come with the stream. */
export const useTransfers = (query: TransferFilter) =>
  useRead(['transfers', JSON.stringify(query)], (tukar) =>
    tukar.get('/api/users/history/v2/deposit-withdraw', { params: { query } }),
  )

/** Moves of the ledger, newest first. Each of them changes a balance. */
export const useMoves = (query: MoveFilter) =>
  useRead(['coins', 'moves', JSON.stringify(query)], (tukar) =>
    tukar.get('/api/users/transaction-histories', { params: { query } }),
  )

export const useTaxes = (query: TaxFilter) =>
  useRead(['orders', 'taxes', JSON.stringify(query)], (tukar) =>
    tukar.get('/api/users/history/tax', { params: { query } }),
  )
