import { z } from 'zod'
import { crashPoint } from '../../../base/crash-point.ts'
import { isRefusal, Refusal, refuse } from '../../../base/refusal.ts'
import { type OrderNo, orderNo, type UserId } from '../../../base/values/ids.ts'
import type { Context } from '../../../context.ts'
import { isUniqueViolation } from '../../../core/database/database.ts'
import { batchedInTransaction } from '../../../core/database/driver/batched.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import type { HttpRequest } from '../../../platform/http/endpoint/endpoint.ts'
import type { Unknown } from '../../../providers/outbound.ts'
import type { OrderSlot } from '../../../providers/venue/order-counts.ts'
import { isOnlyAccepted, type OrderReport } from '../executions/order-report.rules.ts'
import { reportOfPlacing } from '../executions/query-venue.ts'
import { notePlaced, settleReported } from '../executions/settle-due-orders.ts'
import { endUnplaced } from '../executions/settle-orders.ts'
import { readDepth } from '../market/read-depth.ts'
import { setAbsentAfter } from '../order-model/order-changes.sql.ts'
import { venueOrderOf } from '../order-model/order-terms.rules.ts'
import type { NewOrder } from '../order-model/orders.sql.ts'
import { placedUnder } from '../order-model/same-orders.sql.ts'
import { tradingLimits } from '../trading-limits.ts'
import { readTradingTerms, type TradingTerms } from '../trading-terms.ts'
import { type AskedOrder, acceptOrders, type OrderAcceptance } from './accept-orders.ts'
import { type OrderInput, venueRefusal } from './read-terms.ts'
import { reportHouseRefusal } from './report-house-refusal.ts'

type CreateContext = Pick<
  Context,
  'answers' | 'clock' | 'config' | 'db' | 'log' | 'random' | 'venue'
>

/** The interface's response: a text that is itself JSON. */
export const Created = z.string().meta({
  description: 'JSON in a text: `{"order_no": "…", "status": "CREATE"}`.',
})

/**
 * Places an order: its money is held and the order stored before it is sent to the venue. If it is
 * unknown whether the venue accepted it, the money stays held and the venue is queried later.
 *
 * @transactions a refused request looks up the order that its key placed.
 */
export async function createOrder(
  ctx: CreateContext,
  wanted: OrderInput,
  caller: Caller,
  request?: HttpRequest,
): Promise<z.input<typeof Created>> {
  const requestKey = request?.requestKey
  try {
    return created(await placeNew(ctx, wanted, caller, request))
  } catch (error) {
    if (requestKey === undefined || !isRefusal(error)) throw error
    // A refused request may repeat one that placed its order and whose response a crash lost.
    const known = await ctx.db.inTransaction((tx) => placedUnder(tx, requestKey))
    if (known === null) throw error
    return created(known)
  }
}

/** @transactions the money is held before the venue is called, the result stored after. */
async function placeNew(
  ctx: CreateContext,
  wanted: OrderInput,
  caller: Caller,
  request: HttpRequest | undefined,
): Promise<OrderNo> {
  const trading = await readTradingTerms(ctx)
  if (!trading.isOpen) refuse('api.service_unavailable', tradingLimits.stopped)
  const orderSlot = takeSlot(ctx, caller.id)
  const beforeMs = ctx.clock.monotonicMs() + tradingLimits.sendWithinMs
  const order = await acceptWithSlot(ctx, orderSlot, { wanted, caller, trading, request })
  if (typeof order === 'string') return order
  crashPoint(ctx, 'order.held')
  await place(ctx, order, { beforeMs, slot: orderSlot })
  return order.orderNo
}

/**
 * Reserves a slot in the venue's order rate, before anything is queried or held; refuses if there
 * is none.
 */
function takeSlot({ venue }: Pick<Context, 'venue'>, user: UserId): OrderSlot {
  const taken = venue.takeOrderSlot(user)
  if (taken.kind === 'slot') return taken
  const { why, retryAfterSeconds } = taken
  const key = why === 'user' ? 'api.too_many_requests' : 'api.service_unavailable'
  return refuse(key, { retryAfterSeconds })
}

type OrderRequest = Readonly<{
  wanted: OrderInput
  caller: Caller
  trading: TradingTerms
  request: HttpRequest | undefined
}>

/**
 * Stores the order, or returns the number of an earlier one with the same key; if there is no new
 * order, the slot is released.
 */
async function acceptWithSlot(
  ctx: CreateContext,
  orderSlot: OrderSlot,
  { wanted, caller, trading, request }: OrderRequest,
): Promise<NewOrder | NewOrder['orderNo']> {
  try {
    const pair = trading.pairs.get(wanted.txPair) ?? null
    const isMarket = wanted.type === 'MARKET' && pair !== null
    const taken = await acceptOnce(ctx, {
      orderNo: newOrderNo(ctx),
      user: caller.id,
      wanted,
      pair,
      trading,
      depth: isMarket ? await readDepth(ctx, pair, 'price') : null,
      requestKey: request?.requestKey ?? null,
      openCaps: ctx.venue.openOrderCaps(),
      isTraded: pair === null || ctx.venue.isTraded(pair.venueSymbol),
    })
    if (typeof taken === 'string') {
      ctx.venue.releaseOrderSlot(orderSlot)
      return taken
    }
    const { order, rate } = taken
    if (rate !== null) request?.reportRate?.({ name: 'orders', windowSeconds: 10, ...rate })
    if (isRefusal(order)) throw order
    return order
  } catch (error) {
    ctx.venue.releaseOrderSlot(orderSlot)
    throw error
  }
}

const created = (orderNo: OrderNo) => JSON.stringify({ order_no: orderNo, status: 'CREATE' })

/**
 * Stores an order, or returns the number of the one that was placed under the same request key.
 *
 * @transactions a request key that is taken has rolled the first transaction back.
 */
async function acceptOnce(
  ctx: Pick<Context, 'db'>,
  asked: AskedOrder,
): Promise<OrderAcceptance | OrderNo> {
  try {
    return await acceptOrder(ctx, asked)
  } catch (error) {
    const { requestKey } = asked
    if (requestKey === null || !isUniqueViolation(error, 'orders_request_key')) throw error
    const known = await ctx.db.inTransaction((tx) => placedUnder(tx, requestKey))
    return known ?? acceptOrder(ctx, asked)
  }
}

/** Makes an order number that sorts by time and cannot be guessed. */
function newOrderNo({ clock, random }: Pick<Context, 'clock' | 'random'>): OrderNo {
  const time = clock.now().getTime().toString(16).padStart(12, '0')
  return orderNo(`TK-${time}${random.bytes(tradingLimits.orderNoBytes).toString('hex')}`)
}

const acceptOrder = batchedInTransaction(
  (tx, asked: readonly AskedOrder[]) => acceptOrders(tx, asked),
  {
    lanes: 2,
  },
)

/**
 * Sends the order to the venue, once; if the outcome is unknown, the job queries it later.
 *
 * @transactions an alert about our account is stored apart from the result of the order.
 */
async function place(
  ctx: CreateContext,
  order: NewOrder,
  sending: Readonly<{ beforeMs: number; slot: OrderSlot }>,
): Promise<void> {
  const { orderNo } = order
  const wanted = venueOrderOf(order.pair, order, order.limit, orderNo)
  const answer = await ctx.venue.placeOrder(wanted, sending)
  crashPoint(ctx, 'order.placed')
  const refusal = ctx.venue.countHouseRefusal(wanted, answer)
  if (refusal !== null) await reportHouseRefusal(ctx, order, refusal)
  if (answer.kind === 'accepted') {
    const report = { ...reportOfPlacing(answer.value), orderNo }
    if (!isOnlyAccepted(order, report)) return settlePlaced(ctx, report, settleReported)
    // The user does not wait until the venue's acceptance is stored.
    void settlePlaced(ctx, report, notePlaced)
    return
  }
  if (answer.kind === 'rejected') {
    ctx.log.info({ provider: 'venue', code: answer.code }, 'the venue refused an order')
    await endRefused(ctx, { orderNo, reason: `REFUSED ${answer.code}` })
    return refuse(venueRefusal(answer))
  }
  if (wasNotProcessed(answer)) {
    ctx.venue.releaseOrderSlot(sending.slot)
    await endRefused(ctx, { orderNo, reason: 'NOT_PLACED' })
    throw new Refusal('api.service_unavailable', {
      retryAfterSeconds: answer.retryAfterSeconds ?? 1,
    })
  }
  await ctx.db.inTransaction((tx) => setAbsentAfter(tx, orderNo, tradingLimits.absentAfterCallMs))
}

/** Stores the venue's response. If that fails, the job queries the order later. */
async function settlePlaced(
  ctx: CreateContext,
  report: OrderReport,
  settle: (ctx: CreateContext, report: OrderReport) => Promise<unknown>,
): Promise<void> {
  try {
    await settle(ctx, report)
    crashPoint(ctx, 'order.settled')
  } catch (error) {
    ctx.log.warn({ err: error, order: report.orderNo }, 'the response of the venue was not stored')
  }
}

type RefusedOrder = Readonly<{ orderNo: OrderNo; reason: string }>

const endRefused = batchedInTransaction(async (tx, refused: readonly RefusedOrder[]) => {
  const ended = new Set(await endUnplaced(tx, refused))
  return refused.map(({ orderNo }) => ended.has(orderNo))
})

/** Failures in which the venue was not called, or reports that it did not process the call. */
const notProcessed: ReadonlySet<Unknown['why']> = new Set([
  'unreachable',
  'throttled',
  'login-refused',
  'circuit-open',
  'overloaded',
])

const wasNotProcessed = ({ why }: Unknown): boolean => notProcessed.has(why)
