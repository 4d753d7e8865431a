import type { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import type { Tx } from '../../../core/database/database.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import { denyUnlisted } from '../executions/confirm-fills.ts'
import { findSetAside } from '../executions/fills.sql.ts'
import type { OrderReport } from '../executions/order-report.rules.ts'
import { queryVenue } from '../executions/query-venue.ts'
import { applyLearned } from '../executions/settle-due-orders.ts'
import { settleOrders } from '../executions/settle-orders.ts'
import { clearOrderIncident } from '../order-model/order-facts.sql.ts'
import { readOrders } from '../order-model/orders.sql.ts'
import { firstFills } from './cancel-for-user.ts'
import type { ByOrderNo, CancelContext } from './cancel-order.ts'
import { type OrderDetails, orderDetails } from './query-orders.ts'

/**
 * Queries the venue about an order now and checks its report again: if it fits, the order
 * continues; if not, it stays in doubt. Trades after its end that are among the unmatched ones are
 * in doubt no longer.
 *
 * @transactions an order that the venue does not know is rescheduled or ended by its own use case.
 */
export async function queryOrder(
  ctx: CancelContext,
  { orderNo }: z.output<typeof ByOrderNo>,
  by: OperatorOperation,
): Promise<Audited<OrderDetails>> {
  const [order] = await readOrders(ctx.db.read, [orderNo])
  if (order === undefined) return refuse('api.order_does_not_exist')
  const learned = await queryVenue(ctx, order, 'all')
  if (learned.kind === 'unknown') return refuse('api.provider_unreachable')
  if (learned.kind === 'absent') await applyLearned(ctx, order, learned)
  return ctx.db.inTransaction(async (tx) => {
    if (learned.kind === 'found') {
      await clearOrderIncident(tx, orderNo)
      await settleOrders(tx, [await withoutSetAside(tx, learned.report)])
      await denyUnlisted(tx, orderNo)
    }
    const details = await orderDetails(tx, orderNo, firstFills)
    const change = {
      subject: { kind: 'order', id: orderNo },
      before: { status: order.status, incident: order.incident },
      after: { heard: learned.kind, status: details.status, incident: details.incident },
    }
    return audited(tx, by, change, details)
  })
}

async function withoutSetAside(tx: Tx, report: OrderReport): Promise<OrderReport> {
  const { orderNo, trades } = report
  const setAside = await findSetAside(
    tx,
    orderNo,
    trades.map(({ id }) => id),
  )
  return { ...report, trades: trades.filter(({ id }) => !setAside.has(id)) }
}
