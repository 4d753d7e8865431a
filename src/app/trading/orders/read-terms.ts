import { z } from 'zod'
import { type RefusalKey, refuse } from '../../../base/refusal.ts'
import { compare, type Money } from '../../../base/values/money.ts'
import type { Pair } from '../../../core/reference/pairs.sql.ts'
import { moneyText, oneOf, optional } from '../../../platform/http/contracts/contracts.ts'
import type { Rejected } from '../../../providers/outbound.ts'
import { breaksBounds } from '../../../providers/venue/venue-errors.ts'
import type { VenueDepth } from '../../../providers/venue/venue-objects.ts'
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
import { orderSides, orderTypes, txPair } from '../trading-contracts.ts'

/** A requested order. Only a limit order has a price. */
export const WantedOrder = z
  .object({
    side: oneOf(orderSides),
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

/** Terms of an order that other venues know: no order of ours would be what their sender means. */
export const unsupportedTerms = {
  timeInForce: null,
  stopPrice: null,
  triggerPrice: null,
  stopLimitPrice: null,
  stopLossPrice: null,
  takeProfitPrice: null,
  activationPrice: null,
  trailingDelta: null,
  trailingStop: null,
  callbackRate: null,
  icebergQty: null,
  quantity: null,
  quoteOrderQty: null,
  quoteQuantity: null,
  newClientOrderId: null,
  clientOrderId: null,
  postOnly: 'false',
  reduceOnly: 'false',
  closePosition: 'false',
  positionSide: null,
  leverage: null,
  sideEffectType: null,
  selfTradePreventionMode: null,
  goodTillDate: null,
  expireTime: null,
  pegPriceType: null,
  pegOffsetValue: null,
  pegOffsetType: null,
} as const

export type OrderInput = z.output<typeof WantedOrder>

/** Parses the exact amounts of an order; refuses more decimals than the assets have. */
export function readOrderTerms(pair: Pair, { side, type, volume, price }: OrderInput): OrderTerms {
  const amount = amountOf(pair.base, volume)
  const limit = price === undefined ? null : amountOf(pair.quote, price)
  if (amount === null || (price !== undefined && limit === null)) {
    return refuse('api.order_filter_failed')
  }
  return { side, type, volume: amount, price: limit }
}

export const venueRefusal = (rejected: Rejected): RefusalKey =>
  breaksBounds(rejected) ? 'api.order_filter_failed' : 'api.order_create_fail'

export type Judging = Readonly<{
  pair: Pair
  terms: OrderTerms
  /** Null if no price is recent enough. */
  market: MarketPrices | null
  /** The order book; null for a limit order, and if the venue did not report it. */
  depth: VenueDepth | null
  reach: MarketReach
  /** The available balance; null if it is not checked. */
  available: Money | null
}>

/** The amount that an order holds, and the limit price to send to the venue. */
export type JudgedTerms = Readonly<{ held: Money; limit: Money }>

/**
 * Refuses orders that the pair's bounds exclude, that the balance does not cover, limits on the
 * wrong side of the market, and market orders that the order book cannot fill; in the interface's
 * order.
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

/** A market order cannot be priced without a market price. */
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
