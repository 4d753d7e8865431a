import type { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import { findPrice } from '../../../core/reference/prices.sql.ts'
import { tradedNow } from '../market/market.ts'
import { readDepth } from '../market/read-depth.ts'
import { venueOrderOf } from '../order-model/order-terms.rules.ts'
import { readTradingTerms } from '../trading-terms.ts'
import { judgeTerms, readOrderTerms, venueRefusal, type WantedOrder } from './read-terms.ts'

/** Checks an order by our rules, then by the venue's. Nothing is placed, stored or held. */
export async function testOrder(
  ctx: Pick<Context, 'answers' | 'clock' | 'db' | 'log' | 'random' | 'venue'>,
  wanted: z.output<typeof WantedOrder>,
): Promise<void> {
  const { pairs, maxAgeMs, ...reach } = await readTradingTerms(ctx)
  const pair = tradedNow(pairs.get(wanted.txPair))
  if (!pair.open[wanted.side] || !ctx.venue.isTraded(pair.venueSymbol)) {
    return refuse('api.trading_side_is_closed')
  }
  const terms = readOrderTerms(pair, wanted)
  const depth = terms.type === 'MARKET' ? await readDepth(ctx, pair, 'public') : null
  const market = await findPrice(ctx.db.read, pair.txPair, { maxAgeMs })
  const { limit } = judgeTerms({ pair, terms, market, depth, reach, available: null })
  const clientOrderId = `test-${ctx.random.bytes(8).toString('hex')}`
  const answer = await ctx.venue.testOrder(venueOrderOf(pair, terms, limit, clientOrderId))
  if (answer.kind === 'unknown') refuse('api.market_data_unavailable')
  if (answer.kind === 'rejected') {
    ctx.log.info({ provider: 'venue', code: answer.code }, 'the venue would refuse an order')
    refuse(venueRefusal(answer))
  }
}
