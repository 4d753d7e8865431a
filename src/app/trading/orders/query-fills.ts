import { z } from 'zod'
import { examinedPageOf } from '../../../base/values/cursor.ts'
import { userId } from '../../../base/values/ids.ts'
import type { Context } from '../../../context.ts'
import { oneOf, optional, wireId } from '../../../platform/http/contracts/contracts.ts'
import { spanFields } from '../../../platform/http/contracts/list-filters.ts'
import { cursorFields, cursorPage } from '../../../platform/http/contracts/lists.ts'
import { searchFills } from '../executions/fills.sql.ts'
import { pairIdOf } from '../market/market.ts'
import { orderNumber, orderSides, txPair } from '../trading-contracts.ts'
import { shownTrade, Trade } from './list-trades.ts'

export const SearchFills = z.object({
  user: optional(wireId.transform(userId)),
  order_no: optional(orderNumber),
  txPair: optional(txPair),
  side: optional(oneOf(orderSides)),
  ...spanFields,
  ...cursorFields,
})

export const FillViews = cursorPage(Trade.extend({ userId: z.int() }).meta({ id: 'FoundFill' }))

/** Lists fills of all users by time of trade, newest first by default. */
export async function showFills(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof SearchFills>,
): Promise<z.input<typeof FillViews>> {
  const filter = {
    user: input.user ?? null,
    orderNo: input.order_no,
    pairId: await pairIdOf(ctx, input.txPair),
    side: input.side,
    from: input.from ?? null,
    until: input.to ?? null,
  }
  const found = await searchFills(ctx.db.read, filter, input)
  return examinedPageOf(
    found,
    input,
    ({ micros, id }) => [micros, id],
    (fill) => ({ ...shownTrade(fill), userId: fill.user }),
  )
}
