import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { moneyText, oneOf, optional } from '../../http/contracts.ts'
import type { Pair } from '../../reference/pairs.sql.ts'
import { findPrice } from '../../reference/prices.sql.ts'
import { readSeconds } from '../../reference/settings.sql.ts'
import { activePair } from './market.ts'
import { amountOf, fitsFilters, limitRefusal, type OrderTerms } from './order-terms.rules.ts'
import { orderTypes, sides, txPair } from './trading-contracts.ts'

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

/**
 * The pair of an order, its exact amounts, and the market price it was measured against; refuses
 * what the pair does not take and limits on the wrong side of the market.
 */
export async function readTerms(ctx: Pick<Context, 'db'>, wanted: z.output<typeof WantedOrder>) {
  const pair = await activePair(ctx, wanted.txPair)
  const terms = termsOf(pair, wanted)
  const maxAgeMs = (await readSeconds(ctx.db.read, 'order.price_max_age_seconds')) * 1_000
  const market = await findPrice(ctx.db.read, pair.txPair, { maxAgeMs })
  if (market === null) return refuse('api.market_price_unavailable')
  if (!fitsFilters(pair, terms, market.price)) return refuse('api.order_filter_failed')
  const refusal = limitRefusal(terms, market.price)
  return refusal === null ? { pair, terms } : refuse(refusal)
}

/** Digits that the assets don't have are no amount of them. */
function termsOf(
  pair: Pair,
  { side, type, volume, price }: z.output<typeof WantedOrder>,
): OrderTerms {
  const amount = amountOf(pair.base, volume)
  const limit = price === undefined ? null : amountOf(pair.quote, price)
  if (amount === null || (price !== undefined && limit === null)) {
    return refuse('api.order_filter_failed')
  }
  return { side, type, volume: amount, price: limit }
}
