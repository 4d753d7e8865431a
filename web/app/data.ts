import { useQuery } from '@tanstack/react-query'
import { addDecimals, type components, type Tukar } from '@tukar/client'
import { useLanguage } from '../ui/language.tsx'
import { useTukar } from './tukar.tsx'

/** The first part of each query's key: what a change makes out of date (`live.ts`). */
export type Subject =
  | 'me'
  | 'coins'
  | 'orders'
  | 'transfers'
  | 'messages'
  | 'market'
  | 'accounts'
  | 'sessions'
  | 'api-keys'
  | 'settings'

/** Reads through the client, and again whenever the subject changes. */
export function useRead<Data>(
  key: readonly [subject: Subject, ...more: readonly (string | number)[]],
  read: (tukar: Tukar) => Promise<Data>,
  options: Readonly<{ refetchInterval?: number; enabled?: boolean }> = {},
) {
  const { tukar } = useTukar()
  return useQuery({ queryKey: key, queryFn: () => read(tukar), ...options })
}

/** The profile of the user; nothing is asked for a guest. */
export function useMe() {
  const { isSignedIn } = useTukar()
  return useRead(['me'], (tukar) => tukar.get('/api/users/me'), { enabled: isSignedIn })
}

/** Every country, named and sorted in the language of the page. */
export function useCountries() {
  const lang = useLanguage()
  return useRead(['settings', 'countries', lang], (tukar) =>
    tukar.get('/api/country', { params: { query: { lang } } }),
  )
}

/** Every asset with the user's balance, its networks and fees. */
export const useCoins = () => useRead(['coins'], (tukar) => tukar.get('/api/users/coins'))

/** All pairs with the bounds and fees of orders. */
export const useTradingConfig = () =>
  useRead(['market', 'config'], (tukar) => tukar.get('/api/exchange/venue/config'))

export type TaxRate = components['schemas']['TaxRate']

/** The rates of taxes on trades and fees, past and future ones too. */
export const useTaxRates = () =>
  useRead(['market', 'taxes'], async (tukar) => (await tukar.get('/api/fee-list')).taxes)

/** The taxes on a trade of each side, together in percent of what is received. */
export function taxesOn(
  rates: readonly TaxRate[],
  quote: Readonly<{ symbol: string; kind: 'FIAT' | 'COIN' }>,
): Readonly<Record<'BUY' | 'SELL', string>> {
  const ofFiat = quote.symbol === 'IDR' ? 'rupiah' : 'fiat'
  const pairClass = quote.kind === 'COIN' ? 'coin' : ofFiat
  return { BUY: rateOf(rates, 'BUY', pairClass), SELL: rateOf(rates, 'SELL', pairClass) }
}

/** Returns the newest effective rate of each kind; days are those of Jakarta. */
function rateOf(
  taxes: readonly TaxRate[],
  side: TaxRate['side'],
  pairClass: TaxRate['pairClass'],
): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jakarta' }).format(new Date())
  const begun = taxes
    .filter((tax) => tax.side === side && tax.pairClass === pairClass && tax.validFrom <= today)
    .toSorted((one, other) => one.validFrom.localeCompare(other.validFrom))
  const newest = new Map(begun.map(({ kind, rate }) => [kind, rate]))
  return [...newest.values()].reduce(addDecimals, '0')
}
