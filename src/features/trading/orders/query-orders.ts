import { z } from 'zod'
import { noteLook } from '../../../access/operators/operator-endpoint.ts'
import { userId } from '../../../base/ids.ts'
import { formatMoney, money } from '../../../base/money.ts'
import { openBounds, openPageOf, type PageRequest } from '../../../base/page.ts'
import { formatRatio } from '../../../base/ratio.ts'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import type { Database, Tx } from '../../../database/database.ts'
import { oneOf, optional, timeOf, wireId } from '../../../http/contracts.ts'
import type { HttpRequest } from '../../../http/endpoint.ts'
import { openPage, pageFields } from '../../../http/lists.ts'
import type { Operator } from '../../../operators/operators.sql.ts'
import { venueDecimals } from '../../../providers/venue/venue-parts.rules.ts'
import { listFills } from '../executions/fills.sql.ts'
import { pairIdOf } from '../market/market.ts'
import { orderStatuses, paidAsset } from '../order-model/order.rules.ts'
import { type ListedStray, listStrays, readFacts } from '../order-model/order-facts.sql.ts'
import { type DatedOrder, listOrders, readOrders } from '../order-model/orders.sql.ts'
import { sides, txPair } from '../trading-contracts.ts'
import type { ByOrderNo } from './cancel-order.ts'
import { shownTrade, Trade } from './list-trades.ts'
import { ShownOrder, shownOrder } from './shown-order.ts'

export const SearchOrders = z.object({
  user: optional(wireId),
  txPair: optional(txPair),
  status: optional(oneOf(orderStatuses)),
  inDoubt: optional(oneOf(['true'])),
  ...pageFields,
})

const OrderView = ShownOrder.extend({
  userId: z.int(),
  venueOrderId: z.string().nullable(),
  incident: z.string().nullable().meta({ description: 'Why it waits for an operator.' }),
})

export const OrderViews = openPage(OrderView)

const nullableTime = z.iso.datetime().nullable()

export const OrderDetails = OrderView.extend({
  held: z.object({ symbol: z.string(), initial: z.string(), remaining: z.string() }),
  worstPrice: z.string().nullable().meta({
    description: 'The price that the venue was sent; null for a market order sent without one.',
  }),
  finalVolume: z.string().nullable().meta({
    description: 'How much the venue says was executed when it ended the order.',
  }),
  attempts: z.int(),
  nextAt: nullableTime.meta({ description: 'When the venue is asked next of itself.' }),
  absentAfter: z.iso.datetime().meta({
    description: 'From then on it never was placed if the venue does not know it.',
  }),
  cancelRequestedAt: nullableTime,
  endedAt: nullableTime,
  fills: openPage(Trade),
})

export type OrderDetails = z.input<typeof OrderDetails>

const shown = (order: DatedOrder): z.input<typeof OrderView> => ({
  ...shownOrder(order),
  userId: order.user,
  venueOrderId: order.venueOrderId,
  incident: order.incident,
})

/** Lists orders of all users, newest first. */
export async function showOrders(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof SearchOrders>,
): Promise<z.input<typeof OrderViews>> {
  const filter = {
    user: input.user === undefined ? null : userId(input.user),
    pairId: await pairIdOf(ctx, input.txPair),
    status: input.status,
    inDoubt: input.inDoubt === 'true',
  }
  const found = await listOrders(ctx.db.read, filter, openBounds(input))
  return openPageOf(found.map(shown), input)
}

/** Returns all details of an order, with a page of its fills, newest first. */
export async function orderDetails(
  db: Database['read'] | Tx,
  orderNo: string,
  fillPage: PageRequest,
): Promise<OrderDetails> {
  const [order] = await readOrders(db, [orderNo])
  const facts = await readFacts(db, orderNo)
  if (order === undefined || facts === null) return refuse('api.order_does_not_exist')
  const fills = await listFills(db, { user: order.user, orderNo }, openBounds(fillPage))
  const paid = paidAsset(order)
  const { base } = order.pair
  return {
    ...shown(order),
    held: {
      symbol: paid.symbol,
      initial: formatMoney(money(paid, order.held)),
      remaining: formatMoney(money(paid, facts.remaining)),
    },
    worstPrice: order.limit === null ? null : formatMoney(order.limit),
    finalVolume: order.finalVolume === null ? null : formatMoney(money(base, order.finalVolume)),
    attempts: order.attempts,
    nextAt: timeOf(facts.nextAt),
    absentAfter: facts.absentAfter.toISOString(),
    cancelRequestedAt: timeOf(facts.cancelRequestedAt),
    endedAt: timeOf(facts.endedAt),
    fills: openPageOf(fills.map(shownTrade), fillPage),
  }
}

export const FillPage = z.object(pageFields)

/** Shows one order. It reveals a user's holdings, so each look is audited. */
export async function lookAtOrder(
  ctx: Pick<Context, 'db'>,
  { orderNo, ...fillPage }: z.output<typeof ByOrderNo> & z.output<typeof FillPage>,
  operator: Operator,
  request: HttpRequest,
): Promise<OrderDetails> {
  const details = await orderDetails(ctx.db.read, orderNo, fillPage)
  await noteLook(ctx, { action: 'order.look', operator, request }, { kind: 'order', id: orderNo })
  return details
}

export const ListStrays = z.object(pageFields)

export const StrayViews = openPage(
  z.object({
    tradeId: z.string(),
    txPair: z.string(),
    side: z.enum(sides),
    venueOrderId: z.string(),
    clientOrderId: z.string().nullable(),
    volume: z.string(),
    amount: z.string(),
    commission: z.string(),
    commissionAsset: z.string().meta({ description: 'What was received.' }),
    tradedAt: z.iso.datetime(),
    recordedAt: z.iso.datetime(),
  }),
)

/** Lists trades on our account that match no open order; their money is in suspense. */
export async function showStrays(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListStrays>,
): Promise<z.input<typeof StrayViews>> {
  const found = await listStrays(ctx.db.read, openBounds(input))
  return openPageOf(found.map(shownStray), input)
}

const inDecimals = (units: string, decimals: number): string =>
  formatRatio({ numerator: BigInt(units), denominator: 10n ** BigInt(decimals) }, decimals, 'down')

const shownStray = ({ baseSymbol, baseScale, quoteSymbol, quote, ...stray }: ListedStray) => ({
  ...stray,
  volume: inDecimals(stray.volume, baseScale),
  amount: inDecimals(quote, venueDecimals),
  commission: inDecimals(stray.commission, venueDecimals),
  commissionAsset: stray.side === 'BUY' ? baseSymbol : quoteSymbol,
  tradedAt: stray.tradedAt.toISOString(),
  recordedAt: stray.recordedAt.toISOString(),
})
