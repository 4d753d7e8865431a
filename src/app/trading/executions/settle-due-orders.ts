import { crashPoint } from '../../../base/crash-point.ts'
import { chunks } from '../../../base/values/chunks.ts'
import type { Context } from '../../../context.ts'
import { batched } from '../../../core/database/driver/batched.ts'
import { planOnce } from '../../../core/database/driver/transactions.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import type { Order } from '../order-model/order.rules.ts'
import { claimDueOrders, noteAccepted, putOffOrders } from '../order-model/order-changes.sql.ts'
import { readOrders } from '../order-model/orders.sql.ts'
import { tradingLimits } from '../trading-limits.ts'
import { orderUndecided } from './order-notice.rules.ts'
import type { OrderReport } from './order-report.rules.ts'
import { cancelAtVenue, type Learned, queryVenue } from './query-venue.ts'
import { endUnplaced, settleOrders } from './settle-orders.ts'

type DueContext = Pick<Context, 'config' | 'db' | 'venue'>

const settleAll = ({ db }: Pick<Context, 'db'>, reports: readonly OrderReport[]) =>
  db.inTransaction((tx) => {
    planOnce(tx)
    return settleOrders(tx, reports)
  })

/** Settles the venue's report of one order, batched with concurrent ones. */
export const settleReported = batched(settleAll, { lanes: 1 })

/**
 * Stores reports that no request waits for: the venue accepted an order as it was sent, and has not
 * executed any of it. One statement does so; orders that have changed since are settled.
 */
export const notePlaced = batched(
  async (ctx: Pick<Context, 'db'>, reports: readonly OrderReport[]) => {
    const noted = await noteAccepted(ctx.db.read, reports, tradingLimits.queryAgainMs)
    const others = reports.filter(({ orderNo }) => !noted.has(orderNo))
    if (others.length > 0) await settleAll(ctx, others)
    return reports.map(() => null)
  },
  { lanes: 1, gatherMs: tradingLimits.notePlacedMs },
)

/**
 * Queries or cancels due orders at the venue: those whose response was lost, whose trades are
 * missing or whose cancellation was requested, and the others at intervals. Returns their number.
 *
 * @transactions orders are leased before the venue is called, and settled after.
 */
export async function settleDueOrders(ctx: DueContext): Promise<number> {
  const { dueItems: most, leaseMs, queriesAtOnce } = tradingLimits
  const claimed = await ctx.db.inTransaction((tx) => claimDueOrders(tx, { most, leaseMs }))
  const orders = await readOrders(ctx.db.read, claimed)
  const failed: unknown[] = []
  for (const some of chunks(orders, queriesAtOnce)) {
    const results = await Promise.allSettled(
      some.map(async (order) => {
        const learned = order.cancelRequested
          ? await cancelAtVenue(ctx, order)
          : await queryVenue(ctx, order)
        await applyLearned(ctx, order, learned)
      }),
    )
    for (const result of results) if (result.status === 'rejected') failed.push(result.reason)
  }
  // An order that fails does not block the others, but the failure is reported.
  if (failed.length > 0) throw failed[0]
  return orders.length
}

/**
 * Stores what the venue reported of an order; an order that is still unknown is queried again after
 * a pause.
 */
export async function applyLearned(ctx: DueContext, order: Order, learned: Learned): Promise<void> {
  if (learned.kind === 'found') {
    if (order.cancelRequested) crashPoint(ctx, 'order.canceled')
    await settleReported(ctx, learned.report)
    return
  }
  const neverWas = learned.kind === 'absent' && order.venueOrderId === null && order.absentCounts
  // In an outage nothing else is unknown of an order that the venue has accepted.
  const isAway = learned.kind === 'unknown' && learned.delisted !== true
  const isOnlyOpen = isAway && isAccepted(order) && !order.cancelRequested
  await ctx.db.inTransaction(async (tx) => {
    const { orderNo } = order
    const ended = neverWas ? await endUnplaced(tx, [{ orderNo, reason: 'NOT_PLACED' }]) : []
    if (ended.length === 0) await putOffOrders(tx, [orderNo], tradingLimits.pauses)
    const isAlerted = order.attempts === tradingLimits.undecidedTries && !isOnlyOpen
    if (isAlerted) enqueueAll(tx, [orderUndecided(order)])
  })
}

const isAccepted = ({ venueOrderId, finalVolume }: Order): boolean =>
  venueOrderId !== null && finalVolume === null
