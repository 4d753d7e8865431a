import type { OrderNo } from '../../../base/values/ids.ts'
import type { Context } from '../../../context.ts'
import { asLeader, type Term } from '../../../core/database/cluster/leader.ts'
import type { Tx } from '../../../core/database/database.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import { stopPairs } from '../../../core/reference/pairs.sql.ts'
import {
  denyUnconfirmed,
  findUnconfirmedPairs,
  findUnlistedOrders,
} from '../order-model/hints.sql.ts'
import type { Order } from '../order-model/order.rules.ts'
import { writeOrders } from '../order-model/order-changes.sql.ts'
import { lockOrders, readOrders } from '../order-model/orders.sql.ts'
import { tradingLimits } from '../trading-limits.ts'
import { orderInDoubt } from './order-notice.rules.ts'
import { pullTradesOf } from './pull-trades.ts'
import { queryVenue } from './query-venue.ts'
import { settleOrders } from './settle-orders.ts'

type ConfirmContext = Pick<Context, 'db' | 'leadership' | 'venue'>

/**
 * Confirms fills that only an event reported, from the venue's own lists: until then what they
 * credited cannot leave. A trade that the pair's list does not bring is looked for in the list of
 * its order; if that lacks it as well, the event was false.
 *
 * @transactions each page of trades and each order commit separately; the venue is called between.
 */
export async function confirmFills(ctx: ConfirmContext): Promise<void> {
  const { confirmAfterMs, confirmPairs, unlistedAfterMs, unlistedOrders } = tradingLimits
  const term = ctx.leadership.current()
  if (term === null) return
  const waiting = { olderMs: confirmAfterMs, most: confirmPairs }
  const pairs = await findUnconfirmedPairs(ctx.db, waiting)
  const failed: unknown[] = []
  const note = (error: unknown) => failed.push(error)
  if (pairs.length > 0) await pullTradesOf(ctx, pairs).catch(note)
  const late = { olderMs: unlistedAfterMs, most: unlistedOrders }
  const unlisted = await findUnlistedOrders(ctx.db, late)
  for (const order of await readOrders(ctx.db.read, unlisted)) {
    await confirmOrder(ctx, term, order).catch(note)
  }
  // A pair or an order that fails does not block the others, but the failure is reported.
  if (failed.length > 0) throw failed[0]
}

async function confirmOrder(ctx: ConfirmContext, { epoch }: Term, order: Order): Promise<void> {
  const learned = await queryVenue(ctx, order, 'all')
  if (learned.kind === 'unknown') return
  await asLeader(ctx.db, epoch, async (tx) => {
    if (learned.kind === 'found') await settleOrders(tx, [learned.report])
    await denyUnlisted(tx, order.orderNo)
  })
}

/**
 * To be called after an order's list of trades was settled: fills that are still unconfirmed are
 * contradicted by the list, so their pair is stopped and their order waits for an operator.
 */
export async function denyUnlisted(tx: Tx, orderNo: OrderNo): Promise<void> {
  const order = (await lockOrders(tx, [orderNo])).get(orderNo)
  if (order === undefined) return
  const denied = await denyUnconfirmed(tx, order.id, tradingLimits.unlistedAfterMs)
  if (denied.length === 0) return
  const incident = `the venue does not list trade ${denied.join(', ')}`.slice(0, 300)
  writeOrders(tx, [{ order: { ...order, incident }, queryAfterMs: null, isClear: true }])
  await stopPairs(tx, [order.pair.id])
  enqueueAll(tx, [orderInDoubt(order, incident, { stopped: true })])
}
