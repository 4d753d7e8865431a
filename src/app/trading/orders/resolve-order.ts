import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import { formatMoney, money } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { reason } from '../../../platform/access/operators/change-contracts.ts'
import { type Agree, decide } from '../../../platform/access/operators/decide.ts'
import { operatorCode } from '../../../platform/access/operators/operator-code.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import { oneOf, optional } from '../../../platform/http/contracts/contracts.ts'
import { notOnesOwn } from '../../transfers/deciding.ts'
import { readOrderReport } from '../executions/order-report.rules.ts'
import { type Learned, queryVenue } from '../executions/query-venue.ts'
import { settleReported } from '../executions/settle-due-orders.ts'
import { endAsRecorded } from '../executions/settle-orders.ts'
import { forgetUnconfirmed, listUnconfirmed } from '../order-model/hints.sql.ts'
import type { Order } from '../order-model/order.rules.ts'
import { writeOrders } from '../order-model/order-changes.sql.ts'
import { lockOrders, readOrders } from '../order-model/orders.sql.ts'
import { tradingLimits } from '../trading-limits.ts'
import { firstFills } from './cancel-for-user.ts'
import { type ByOrderNo, type CancelContext, endedKey } from './cancel-order.ts'
import { type OrderDetails, orderDetails } from './query-orders.ts'

export const ResolveOrder = z.object({
  outcome: oneOf(['stands', 'ended']),
  reason,
  otpCode: optional(operatorCode),
})

/**
 * Ends what neither the service nor the venue ends, after two operators agree. `stands`: recorded
 * trades that the venue's list denies count nevertheless, at the house's cost. `ended`: an open
 * order that the venue no longer describes ends with its recorded fills.
 */
export async function resolveOrder(
  ctx: CancelContext & Pick<Context, 'counters' | 'log' | 'random'>,
  { orderNo, outcome, ...input }: z.output<typeof ByOrderNo> & z.output<typeof ResolveOrder>,
  by: OperatorOperation,
): Promise<Audited<OrderDetails>> {
  const [read] = await readOrders(ctx.db.read, [orderNo])
  if (read === undefined) return refuse('api.order_does_not_exist')
  const learned = outcome === 'ended' ? await queryAndSettle(ctx, read) : null
  return decide(ctx, by, input.otpCode, async (tx, agree) => {
    const order = (await lockOrders(tx, [orderNo])).get(orderNo)
    if (order === undefined) return refuse('api.order_does_not_exist')
    await notOnesOwn(tx, order.user, by)
    const says = (statement: string) =>
      agree({ kind: 'order', subject: order.id, statement, note: input.reason, needed: 2 })
    const done = await (learned === null ? accept(tx, order, says) : end(tx, order, learned, says))
    const details = await orderDetails(tx, orderNo, firstFills)
    const change = {
      subject: { kind: 'order', id: orderNo },
      before: { status: order.status, incident: order.incident },
      after: {
        status: details.status,
        outcome,
        done: done ? outcome : 'proposed',
        userId: order.user,
        reason: input.reason,
      },
    }
    return audited(tx, by, change, details)
  })
}

type Says = (statement: string) => ReturnType<Agree>

/** Accepts the trades that the venue denies. What they credited may leave from then on. */
async function accept(tx: Tx, order: Order, says: Says): Promise<boolean> {
  const { id: orderId, pair, status } = order
  const denied = (await listUnconfirmed(tx, orderId)).filter((one) => one.denied)
  if (denied.length === 0) return refuse('api.order_not_stuck')
  if (!(await says(`stands ${denied.map(({ tradeId }) => tradeId).join(' ')}`))) return false
  forgetUnconfirmed(
    tx,
    denied.map(({ tradeId }) => ({ pairId: pair.id, tradeId, orderId })),
  )
  const queryAfterMs = status === 'CREATE' ? tradingLimits.querySoonMs : null
  writeOrders(tx, [{ order: { ...order, incident: null }, queryAfterMs, isClear: true }])
  return true
}

/** Queries the venue, and settles what it reports: an order whose end fits has ended then. */
async function queryAndSettle(ctx: CancelContext, order: Order): Promise<Learned> {
  const learned = await queryVenue(ctx, order, 'all')
  if (learned.kind === 'unknown' && learned.delisted !== true) refuse('api.provider_unreachable')
  if (learned.kind === 'found') await settleReported(ctx, learned.report)
  return learned
}

async function end(tx: Tx, order: Order, learned: Learned, says: Says): Promise<boolean> {
  const { status, incident, attempts, executed, id, pair } = order
  const ended = endedKey(status)
  if (ended !== null) return refuse(ended)
  const isStuck = incident !== null || attempts >= tradingLimits.undecidedTries
  if (!isStuck || (await listUnconfirmed(tx, id)).length > 0) return refuse('api.order_not_stuck')
  if (!mayEnd(order, learned)) return refuse('api.provider_says_otherwise')
  if (!(await says(`ended ${formatMoney(money(pair.base, executed.volume))}`))) return false
  await endAsRecorded(tx, order)
  return true
}

/**
 * Whether the venue says nothing against the end with the recorded fills: it does not describe the
 * order, or says that it ended with no more, of which trades that operators accepted are missing.
 */
function mayEnd(order: Order, learned: Learned): boolean {
  if (learned.kind !== 'found') return true
  const read = readOrderReport(order, learned.report)
  return read.ok && read.ended && read.executed <= order.executed.volume
}
