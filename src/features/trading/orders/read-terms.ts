import { z } from 'zod'
import { compare, type Money } from '../../../base/money.ts'
import { type RefusalKey, refuse } from '../../../base/refusal.ts'
import { moneyText, oneOf, optional } from '../../../http/contracts.ts'
import type { Pair } from '../../../reference/pairs.sql.ts'
import type { Price } from '../../../reference/prices.sql.ts'
import { orderTypes, sides, txPair } from '../trading-contracts.ts'
import {
  amountOf,
  fitsFilters,
  limitRefusal,
  type OrderTerms,
  toHold,
} from './order-terms.rules.ts'

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

export type Wanted = z.output<typeof WantedOrder>

/** The exact amounts of an order. Digits that the assets don't have are no amount of them. */
export function readTerms(pair: Pair, { side, type, volume, price }: Wanted): OrderTerms {
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
  market: Price | null
  bufferPpm: bigint
  /** What may be spent; null where nobody is asked. */
  available: Money | null
}>

/**
 * What must be frozen for an order; refuses what the pair does not take, what the balance does not
 * cover, and limits on the wrong side of the market, in the order of the interface.
 */
export function judgeTerms(judging: Judging): Money {
  const { terms, available, market } = judging
  // What a market order costs is not known before the market is.
  if (terms.price === null && market === null) return refuse('api.market_price_unavailable')
  const held = toHold(judging)
  if (!fits(judging)) return refuse('api.order_filter_failed')
  if (available !== null && compare(held, available) > 0) {
    return refuse('api.order_insufficient_funds')
  }
  if (market === null) return refuse('api.market_price_unavailable')
  const refusal: RefusalKey | null = limitRefusal(terms, market.price)
  return refusal === null ? held : refuse(refusal)
}

const fits = ({ pair, terms, market }: Judging): boolean =>
  fitsFilters(pair, terms, market?.price ?? null)
