import type { Tukar } from '../harness.ts'
import type { Trader } from './trader.ts'
import { outside } from './withdrawal.ts'

/** Keeps an address outside of the house in the trader's address book. */
export const saveAddress = (
  tukar: Tukar,
  { token }: Pick<Trader, 'token'>,
  fields: Readonly<Record<string, unknown>> = {},
) =>
  tukar.call('POST', '/api/user/addresses', {
    token,
    body: { symbol: 'BTC', network: 'BTC', label: 'My ledger', address: outside, ...fields },
  })
