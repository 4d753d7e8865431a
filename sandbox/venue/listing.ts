import { no } from './requests/refusal.ts'

/** What a taker's order does if it meets an order of the same account; `NONE`: they trade. */
export const selfTradeModes = ['NONE', 'EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'] as const
export type SelfTradeMode = (typeof selfTradeModes)[number]

/** Orders are accepted and met only in `TRADING`. `BREAK` is what a delisting looks like. */
export const symbolStatuses = ['TRADING', 'HALT', 'BREAK', 'CANCEL_ONLY', 'END_OF_DAY'] as const
export type SymbolStatus = (typeof symbolStatuses)[number]

/** The state of a symbol, which the control API changes. */
export type Listing = Readonly<{
  status: SymbolStatus
  /** The modes that orders of the symbol may have; one without a mode gets the default. */
  selfTradeModes: readonly SelfTradeMode[]
}>

/** The symbols whose state differs from the usual one. */
export type Listings = Map<string, Listing>

const usual: Listing = {
  status: 'TRADING',
  selfTradeModes: ['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'],
}

export const defaultSelfTradeMode: SelfTradeMode = 'EXPIRE_MAKER'

export const listingOf = (listings: Listings, symbol: string): Listing =>
  listings.get(symbol) ?? usual

export const isTrading = (listings: Listings, symbol: string): boolean =>
  listingOf(listings, symbol).status === 'TRADING'

/** Refuses an order of a symbol that is not traded, or with a mode that it does not allow. */
export function checkListing(listings: Listings, symbol: string, mode: SelfTradeMode): void {
  const { status, selfTradeModes: allowed } = listingOf(listings, symbol)
  if (status !== 'TRADING') throw no(-1013, 'Market is closed.')
  if (!allowed.includes(mode)) {
    throw no(-1013, 'This symbol does not allow the specified self-trade prevention mode.')
  }
}
