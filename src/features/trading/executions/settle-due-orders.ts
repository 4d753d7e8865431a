import { chunks } from '../../../base/chunks.ts'
import { crashPoint } from '../../../base/crash-point.ts'
import { limits } from '../../../base/limits.ts'
import type { Context } from '../../../context.ts'
import { grouped } from '../../../database/grouped.ts'
import { enqueueAll } from '../../../outbox/enqueue.ts'
import type { Order } from '../order-model/order.rules.ts'
import { claimDueOrders, putOffOrders } from '../order-model/order-changes.sql.ts'
import { readOrders } from '../order-model/orders.sql.ts'
import { askVenue, cancelAtVenue, type Learned } from './ask-venue.ts'
import { orderUndecided } from './order-notice.rules.ts'
import type { OrderReport } from './order-report.rules.ts'
import { endUnplaced, settleOrders } from './settle-orders.ts'

type DueContext = Pick<Context, 'config' | 'db' | 'venue'>

const bounds = limits.trading

const settleAll = ({ db }: Pick<Context, 'db'>, tolds: readonly OrderReport[]) =>
  db.inTransaction((tx) => settleOrders(tx, tolds))

/** Settles what the venue told of one order, together with what was told of others meanwhile. */
export const settleReported = grouped(settleAll, { lanes: 1 })

/** The same for what nobody waits for: that the venue took an order, and under which number. */
export const notePlaced = grouped(settleAll, { lanes: 1, gatherMs: bounds.notePlacedMs })

/**
 * Turns to the venue about orders that are due: those whose answer was lost, whose trades are
 * missing, that somebody wants ended, and the others now and then. Answers how many.
 *
 * @transactions orders are leased before the venue is asked, and settled after.
 */
export async function settleDueOrders(ctx: DueContext): Promise<number> {
  const { dueItems: most, turnMs, askAtOnce } = bounds
  const claimed = await ctx.db.inTransaction((tx) => claimDueOrders(tx, { most, turnMs }))
  const orders = await readOrders(ctx.db.read, claimed)
  const failed: unknown[] = []
  for (const some of chunks(orders, askAtOnce)) {
    const turns = await Promise.allSettled(
      some.map(async (order) => {
        const learned = order.cancelRequested
          ? await cancelAtVenue(ctx, order)
          : await askVenue(ctx, order)
        await takeIn(ctx, order, learned)
      }),
    )
    for (const turn of turns) if (turn.status === 'rejected') failed.push(turn.reason)
  }
  // One that can't be settled stands in no other's way, and is not passed over in silence.
  if (failed.length > 0) throw failed[0]
  return orders.length
}

/** Keeps what was learned of an order; what is still open is asked about after a pause. */
export async function takeIn(ctx: DueContext, order: Order, learned: Learned): Promise<void> {
  if (learned.kind === 'told') {
    if (order.cancelRequested) crashPoint(ctx, 'order.canceled')
    await settleReported(ctx, learned.told)
    return
  }
  const neverWas = learned.kind === 'absent' && order.venueOrderId === null && order.absentCounts
  await ctx.db.inTransaction(async (tx) => {
    const { orderNo } = order
    const ended = neverWas ? await endUnplaced(tx, [{ orderNo, reason: 'NOT_PLACED' }]) : []
    if (ended.length === 0) await putOffOrders(tx, [orderNo], bounds.pauses)
    if (order.attempts === bounds.undecidedTries) enqueueAll(tx, [orderUndecided(order)])
  })
}
