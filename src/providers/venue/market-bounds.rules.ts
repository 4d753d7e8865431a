import type { VenueMarket } from './venue-objects.ts'

/** The filter and field of each bound; one bound has two names. */
const places = {
  priceTick: [['PRICE_FILTER', 'tickSize']],
  lotStep: [['LOT_SIZE', 'stepSize']],
  minQuantity: [['LOT_SIZE', 'minQty']],
  maxQuantity: [['LOT_SIZE', 'maxQty']],
  maxMarketQuantity: [['MARKET_LOT_SIZE', 'maxQty']],
  minNotional: [
    ['NOTIONAL', 'minNotional'],
    ['MIN_NOTIONAL', 'minNotional'],
  ],
  maxNotional: [['NOTIONAL', 'maxNotional']],
} as const

/** A bound of a market's orders, as far as the venue sets it. */
export type VenueBound = keyof typeof places

export const isTraded = ({ status }: VenueMarket): boolean => status === 'TRADING'

/** Returns the digits of a bound as the venue sent them; null if it does not set it. */
export const boundIn = ({ filters }: VenueMarket, bound: VenueBound): string | null =>
  places[bound]
    .map(([filterType, field]) => filters.find((one) => one['filterType'] === filterType)?.[field])
    .find((value) => typeof value === 'string') ?? null
