import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import { listLimits } from '../../../base/values/list-limits.ts'
import { operatorLimits } from '../../../core/operators/operator-limits.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import { text } from '../../../platform/http/contracts/contracts.ts'
import { requestCancels } from '../order-model/order-changes.sql.ts'
import { lockOrders } from '../order-model/orders.sql.ts'
import { tradingLimits } from '../trading-limits.ts'
import { attemptCancel, type ByOrderNo, type CancelContext, endedKey } from './cancel-order.ts'
import { type OrderDetails, orderDetails } from './query-orders.ts'

export const CancelForUser = z.object({ reason: text({ max: operatorLimits.reasonChars }) })

/**
 * Cancels an open order for its owner. If the venue does not confirm at once, it is queried until
 * it does, as after every cancellation; the response shows the order's current state.
 *
 * @transactions the request to cancel is stored before the venue is called, the result after.
 */
export async function cancelForUser(
  ctx: CancelContext,
  { orderNo, reason }: z.output<typeof ByOrderNo> & z.output<typeof CancelForUser>,
  by: OperatorOperation,
): Promise<Audited<OrderDetails>> {
  const requested = await ctx.db.inTransaction(async (tx) => {
    const order = (await lockOrders(tx, [orderNo])).get(orderNo)
    if (order === undefined) return refuse('api.order_does_not_exist')
    const ended = endedKey(order.status)
    if (ended !== null) return refuse(ended)
    await requestCancels(tx, [orderNo], { leaseMs: tradingLimits.leaseMs, own: false })
    const change = {
      subject: { kind: 'order', id: orderNo },
      before: { status: order.status, cancelRequested: order.cancelRequested },
      after: { cancelRequested: true, userId: order.user, reason },
    }
    return audited(tx, by, change, { ...order, cancelRequested: true })
  })
  await attemptCancel(ctx, requested.result)
  const details = await orderDetails(ctx.db.read, orderNo, firstFills)
  return requested.with(() => details)
}

export const firstFills = { page: 1, per_page: listLimits.defaultItems }
