import type { Context } from '../../../context.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import { stopPairs } from '../../../core/reference/pairs.sql.ts'
import { deactivateWallet } from '../../../core/reference/wallet-flags.sql.ts'
import type { HouseRefusal } from '../../../providers/venue/house-refusals.ts'
import { accountRefused } from '../executions/order-notice.rules.ts'
import { paidAsset } from '../order-model/order.rules.ts'
import type { NewOrder } from '../order-model/orders.sql.ts'
import { tradingLimits } from '../trading-limits.ts'

/**
 * Alerts operators of an order that was refused for a reason that only they can cure. After several
 * in a row it stops the pair if our account lacks funds, or else all new orders, until an operator
 * opens them again.
 */
export async function reportHouseRefusal(
  { answers, clock, db }: Pick<Context, 'answers' | 'clock' | 'db'>,
  order: NewOrder,
  refusal: HouseRefusal & Readonly<{ consecutive: number }>,
): Promise<void> {
  const { txPair, id } = order.pair
  const isOfFunds = refusal.fault === 'funds'
  const stops = refusal.consecutive >= tradingLimits.houseRefusals
  const cause = isOfFunds ? `funds: ${paidAsset(order).symbol}` : refusal.fault
  const stop = { key: order.orderNo, what: isOfFunds ? txPair : 'new orders' }
  const alert = accountRefused({ ...refusal, cause }, stops ? stop : clock.now())
  await db.inTransaction(async (tx) => {
    if (stops && isOfFunds) await stopPairs(tx, [id])
    else if (stops) await deactivateWallet(tx, 'TRADE', `the venue refuses: ${refusal.message}`)
    enqueueAll(tx, [alert])
  })
  if (stops) answers.clear()
}
