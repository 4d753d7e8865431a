import { isTraded } from './market-bounds.rules.ts'
import type { VenueMarket } from './venue-objects.ts'

/** The venue's modes of preventing trades between orders of one account, in our preference. */
export const selfTradeModes = ['NONE', 'EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'] as const
export type SelfTradeMode = (typeof selfTradeModes)[number]

/** What the venue last reported about its symbols. */
export type SymbolStates = Readonly<{
  /** The mode of a new order of a symbol. */
  selfTradeModeOf: (symbol: string) => SelfTradeMode
  /** Whether it takes orders of a symbol; true until it was asked. */
  isTraded: (symbol: string) => boolean
  learn: (markets: readonly VenueMarket[]) => void
}>

/** Allowed at each symbol of the venue that we know, so it is sent until the venue was asked. */
const untilKnown: SelfTradeMode = 'EXPIRE_TAKER'

/** `preferred`: of the modes that a symbol allows, the first of these is sent. */
export function symbolStates(preferred: readonly SelfTradeMode[]): SymbolStates {
  const modes = new Map<string, SelfTradeMode>()
  const closed = new Set<string>()
  return {
    selfTradeModeOf: (symbol) => modes.get(symbol) ?? untilKnown,
    isTraded: (symbol) => !closed.has(symbol),
    learn(markets) {
      for (const market of markets) {
        const { symbol, selfTradeModes: allowed } = market
        if (isTraded(market)) closed.delete(symbol)
        else closed.add(symbol)
        const first = preferred.find((mode) => allowed.includes(mode))
        if (first === undefined) modes.delete(symbol)
        else modes.set(symbol, first)
      }
    },
  }
}
