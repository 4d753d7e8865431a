import { integerOf } from '../../base/values/integers.ts'
import { venueLimits } from './venue-limits.ts'
import type { VenueFilter, VenueMarket } from './venue-objects.ts'

/** How many open orders the venue accepts on our account, for all users together. */
export type OpenOrderCaps = Readonly<{
  ofSymbol: (symbol: string) => number
  /** For all symbols together; null if the venue has no such cap. */
  ofAll: () => number | null
}>

export type LearntCaps = OpenOrderCaps &
  Readonly<{
    learn: (
      info: Readonly<{
        exchangeFilters: readonly VenueFilter[]
        symbols: readonly VenueMarket[]
      }>,
    ) => void
  }>

/** The caps that the venue last reported; a symbol without one has the default. */
export function openOrderCaps(): LearntCaps {
  const bySymbol = new Map<string, number>()
  let ofAll: number | null = null
  return {
    ofSymbol: (symbol) => bySymbol.get(symbol) ?? venueLimits.openOrdersASymbol,
    ofAll: () => ofAll,
    learn({ exchangeFilters, symbols }) {
      ofAll = capIn(exchangeFilters, 'EXCHANGE_MAX_NUM_ORDERS')
      for (const { symbol, filters } of symbols) {
        const cap = capIn(filters, 'MAX_NUM_ORDERS')
        if (cap === null) bySymbol.delete(symbol)
        else bySymbol.set(symbol, cap)
      }
    },
  }
}

/** Newer documentation of the venue says `maxNumOrders`, older `limit`. */
function capIn(filters: readonly VenueFilter[], filterType: string): number | null {
  const filter = filters.find((one) => one['filterType'] === filterType)
  const text = filter?.['maxNumOrders'] ?? filter?.['limit']
  return typeof text === 'string' && /^[1-9]\d{0,8}$/.test(text) ? integerOf(text) : null
}
