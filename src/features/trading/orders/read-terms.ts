import { z } from 'zod'
import { compare, type Money } from '../../../base/money.ts'
import { refuse } from '../../../base/refusal.ts'
import { moneyText, oneOf, optional } from '../../../http/contracts.ts'
import type { VenueDepth } from '../../../providers/venue/venue-objects.ts'
import type { Pair } from '../../../reference/pairs.sql.ts'
import {
  amountOf,
  depthHolds,
  fitsFilters,
  limitRefusal,
  type MarketPrices,
  type MarketReach,
  type OrderTerms,
  toHold,
  worstPriceOf,
} from '../order-model/order-terms.rules.ts'
import { orderTypes, sides, txPair } from '../trading-contracts.ts'

/** An order as it is asked for. A price belongs to a limit order, and to no other. */
export const WantedOrder = z
  .object({
    side: oneOf(sides),
    type: oneOf(orderTypes),
    txPair,
    volume: moneyText,
    price: optional(moneyText),
  })
  .refine(({ type, price }) => type !== 'LIMIT' || price !== undefined, {
    path: ['price'],
    message: 'The :attribute field is required.',
  })
  .refine(({ type, price }) => type !== 'MARKET' || price === undefined, {
    path: ['price'],
    message: 'The :attribute field is prohibited.',
  })

export type OrderInput = z.output<typeof WantedOrder>

/** The exact amounts of an order. Digits that the assets don't have are no amount of them. */
export function readTerms(pair: Pair, { side, type, volume, price }: OrderInput): OrderTerms {
  const amount = amountOf(pair.base, volume)
  const limit = price === undefined ? null : amountOf(pair.quote, price)
  if (amount === null || (price !== undefined && limit === null)) {
    return refuse('api.order_filter_failed')
  }
  return { side, type, volume: amount, price: limit }
}

export type Judging = Readonly<{
  pair: Pair
  terms: OrderTerms
  /** null where none is young enough. */
  market: MarketPrices | null
  /** What is on offer; null for a limit order, and if the venue did not report it. */
  depth: VenueDepth | null
  reach: MarketReach
  /** What may be spent; null where nobody is asked. */
  available: Money | null
}>

/** What an order freezes, and the price that it is sent to the venue with. */
export type JudgedTerms = Readonly<{ held: Money; limit: Money }>

/**
 * Refuses what the pair does not take, what the balance does not cover, limits on the wrong side of
 * the market, and market orders that the market can't fill, in the order of the interface.
 */
export function judgeTerms({ pair, terms, market, depth, reach, available }: Judging): JudgedTerms {
  const limit = terms.price ?? worstPriceNow({ pair, terms, market, reach })
  const held = toHold(pair, terms, market, { price: limit, bufferPpm: reach.bufferPpm })
  if (!fitsFilters(pair, terms, limit)) return refuse('api.order_filter_failed')
  if (available !== null && compare(held, available) > 0) {
    return refuse('api.order_insufficient_funds')
  }
  if (market === null) return refuse('api.market_price_unavailable')
  const refusal = limitRefusal(terms, market.price)
  if (refusal !== null) return refuse(refusal)
  if (terms.price === null) assertDepth(terms, limit, depth)
  return { held, limit }
}

/** What a market order costs is not known before the market is. */
const worstPriceNow = ({
  pair,
  terms,
  market,
  reach,
}: Pick<Judging, 'pair' | 'terms' | 'market' | 'reach'>): Money =>
  market === null
    ? refuse('api.market_price_unavailable')
    : worstPriceOf(pair, terms.side, market, reach)

function assertDepth(terms: OrderTerms, limit: Money, depth: VenueDepth | null): void {
  if (depth === null) refuse('api.market_price_unavailable')
  else if (!depthHolds(terms, limit, depth)) refuse('api.market_depth_insufficient')
}
