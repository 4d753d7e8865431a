import { z } from 'zod'
import { crashPoint } from '../../../base/crash-point.ts'
import { type RefusalKey, refuse } from '../../../base/refusal.ts'
import { chunks } from '../../../base/values/chunks.ts'
import { type PairId, type UserId, userId } from '../../../base/values/ids.ts'
import type { Context } from '../../../context.ts'
import { findPair } from '../../../core/reference/pairs.sql.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { text, wireId } from '../../../platform/http/contracts/contracts.ts'
import { cancelAtVenue } from '../executions/query-venue.ts'
import { applyLearned } from '../executions/settle-due-orders.ts'
import type { Order, OrderStatus } from '../order-model/order.rules.ts'
import { findOpenOrders, hasUnnumbered, requestCancels } from '../order-model/order-changes.sql.ts'
import { findByVenueId, findOrder, readOrders } from '../order-model/orders.sql.ts'
import { orderNumber, txPair } from '../trading-contracts.ts'
import { tradingLimits } from '../trading-limits.ts'

export type CancelContext = Pick<Context, 'config' | 'db' | 'venue'>

export const ByOrderNo = z.object({ orderNo: orderNumber })

/** Cancels an open order of the caller's. Fills that came first stay booked. */
export async function cancelOrder(
  ctx: CancelContext,
  { orderNo }: z.output<typeof ByOrderNo>,
  caller: Caller,
): Promise<void> {
  await cancelFound(ctx, await findOrder(ctx.db.read, caller.id, orderNo))
}

export const ByExchangeOrder = z.object({
  exchangeOrderId: text({ max: 19 }),
  userId: wireId.transform(userId),
})

/** Cancels an order by the venue's id; another user's order counts as absent. */
export async function deleteOrder(
  ctx: CancelContext & Pick<Context, 'clock'>,
  { exchangeOrderId, userId }: z.output<typeof ByExchangeOrder>,
  caller: Caller,
): Promise<void> {
  const isOwn = userId === caller.id
  await cancelFound(ctx, isOwn ? await findOnceNumbered(ctx, caller.id, exchangeOrderId) : null)
}

/**
 * Finds an order by the venue's id, which is stored shortly after the user's response, or later if
 * the venue's response was lost. Waits, up to a bound, while the user has orders without one.
 */
async function findOnceNumbered(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  user: UserId,
  venueOrderId: string,
): Promise<Order | null> {
  const untilMs = clock.monotonicMs() + tradingLimits.venueIdWaitMs
  for (;;) {
    // Read first, so that an id stored in between is found.
    const mayCome = await hasUnnumbered(db.read, user)
    const found = await findByVenueId(db.read, user, venueOrderId)
    if (found !== null || !mayCome || clock.monotonicMs() >= untilMs) return found
    await clock.sleep(tradingLimits.venueIdEveryMs)
  }
}

/** @transactions the request to cancel is stored before the venue is called, the result after. */
async function cancelFound(ctx: CancelContext, order: Order | null): Promise<void> {
  if (order === null) return refuse('api.order_does_not_exist')
  const ended = endedKey(order.status)
  if (ended !== null) return refuse(ended)
  await ctx.db.inTransaction((tx) =>
    requestCancels(tx, [order.orderNo], { leaseMs: tradingLimits.leaseMs, own: true }),
  )
  crashPoint(ctx, 'order.cancel-requested')
  const { canceled, status } = await attemptCancel(ctx, { ...order, cancelRequested: true })
  if (!canceled) refuse(endedKey(status) ?? 'api.order_cancel_fail')
}

const endedKeys = {
  CREATE: null,
  DONE: 'api.order_status_completed',
  CANCEL: 'api.order_status_canceled',
} as const satisfies Record<OrderStatus, RefusalKey | null>

export const endedKey = (status: OrderStatus): RefusalKey | null => endedKeys[status]

/** Calls the venue once to cancel an order, and stores what it reports. */
export async function attemptCancel(
  ctx: CancelContext,
  order: Order,
): Promise<Readonly<{ canceled: boolean; status: OrderStatus }>> {
  const { canceled, ...learned } = await cancelAtVenue(ctx, order)
  await applyLearned(ctx, order, learned)
  const [now] = await readOrders(ctx.db.read, [order.orderNo])
  const status = now?.status ?? order.status
  // An order that never reached the venue was ended by this call.
  const never = learned.kind === 'absent' && status === 'CANCEL'
  return { canceled: (canceled && status !== 'DONE') || never, status }
}

export const OfPair = z.object({ txPair })

export const Canceled = z.array(
  z.object({ order_no: z.string(), status: z.string() }).meta({ id: 'CanceledOrder' }),
)
type Results = z.input<typeof Canceled>

/** Cancels the caller's open orders of a pair, one by one. */
export async function cancelPairOrders(
  ctx: CancelContext,
  input: z.output<typeof OfPair>,
  caller: Caller,
): Promise<Results> {
  const pair = await findPair(ctx.db.read, input.txPair)
  return pair === null
    ? refuse('api.trading_pair_does_not_exist')
    : cancelOpen(ctx, { user: caller.id, pairId: pair.id, own: true })
}

/** Cancels all of the caller's open orders, never those of other users in the shared account. */
export const cancelAllOrders = (
  ctx: CancelContext,
  _input: unknown,
  caller: Caller,
): Promise<Results> => cancelOpen(ctx, { user: caller.id, pairId: null, own: true })

/**
 * Cancels open orders. All requests are stored before the first call, so the job finishes what this
 * process does not.
 *
 * @transactions all requests to cancel are stored before the venue is called, each result after.
 */
export async function cancelOpen(
  ctx: CancelContext,
  { user, pairId, own }: Readonly<{ user: UserId; pairId: PairId | null; own: boolean }>,
): Promise<Results> {
  const orderNos = await ctx.db.inTransaction(async (tx) => {
    const open = await findOpenOrders(tx, user, pairId, tradingLimits.bulkCancels)
    return requestCancels(tx, open, { leaseMs: tradingLimits.leaseMs, own })
  })
  crashPoint(ctx, 'order.cancel-requested')
  const orders = await readOrders(ctx.db.read, orderNos)
  const results: Results = []
  for (const some of chunks(orders, tradingLimits.queriesAtOnce)) {
    const turned = await Promise.all(some.map((order) => attemptCancel(ctx, order)))
    some.forEach(({ orderNo }, at) => {
      results.push({ order_no: orderNo, status: turned[at]?.status ?? 'CREATE' })
    })
  }
  return results
}
