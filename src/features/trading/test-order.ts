import type { z } from 'zod'
import { formatMoney } from '../../base/money.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { readTerms, type WantedOrder } from './read-terms.ts'

/** Has an order judged by our rules, then by the venue. Nothing is placed, stored or held. */
export async function testOrder(
  ctx: Pick<Context, 'db' | 'log' | 'random' | 'venue'>,
  wanted: z.output<typeof WantedOrder>,
): Promise<void> {
  const { pair, terms } = await readTerms(ctx, wanted)
  const common = {
    symbol: pair.venueSymbol,
    side: terms.side,
    clientOrderId: `test-${ctx.random.bytes(8).toString('hex')}`,
    quantity: formatMoney(terms.volume),
  }
  const answer = await ctx.venue.testOrder(
    terms.price === null
      ? { ...common, type: 'MARKET' }
      : { ...common, type: 'LIMIT', price: formatMoney(terms.price) },
  )
  if (answer.kind === 'unknown') refuse('api.market_data_unavailable')
  if (answer.kind === 'rejected') {
    ctx.log.info({ provider: 'venue', code: answer.code }, 'the venue would refuse an order')
    refuse('api.order_create_fail')
  }
}
