import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import { cursorPageOf, examinedPageOf } from '../../../base/values/cursor.ts'
import { type OrderNo, userId } from '../../../base/values/ids.ts'
import { formatMoney, money } from '../../../base/values/money.ts'
import { openBounds, openPageOf, type PageRequest } from '../../../base/values/page.ts'
import { formatRatio } from '../../../base/values/ratio.ts'
import type { Context } from '../../../context.ts'
import type { Reader } from '../../../core/database/database.ts'
import { listAgreements } from '../../../core/decisions/agreements.sql.ts'
import type { Operator } from '../../../core/operators/operators.sql.ts'
import { OperatorName } from '../../../platform/access/operators/change-contracts.ts'
import { noteLook } from '../../../platform/access/operators/operator-endpoint.ts'
import {
  decimal,
  isoTime,
  oneOf,
  optional,
  wireId,
} from '../../../platform/http/contracts/contracts.ts'
import { spanFields } from '../../../platform/http/contracts/list-filters.ts'
import {
  cursorFields,
  cursorPage,
  openPage,
  pageFields,
} from '../../../platform/http/contracts/lists.ts'
import type { HttpRequest } from '../../../platform/http/endpoint/endpoint.ts'
import { venueDecimals } from '../../../providers/venue/venue-parts.rules.ts'
import { listFills } from '../executions/fills.sql.ts'
import { pairIdOf } from '../market/market.ts'
import { orderStatuses, paidAsset } from '../order-model/order.rules.ts'
import {
  type ListedUnmatchedTrade,
  listUnmatchedTrades,
  readFacts,
} from '../order-model/order-facts.sql.ts'
import { type OrderMove, readMoves } from '../order-model/order-moves.sql.ts'
import { type DatedOrder, readOrders, searchOrders } from '../order-model/orders.sql.ts'
import { orderNumber, orderSides, txPair } from '../trading-contracts.ts'
import type { ByOrderNo } from './cancel-order.ts'
import { shownTrade, Trade } from './list-trades.ts'
import { ShownOrder, shownOrder } from './shown-order.ts'

export const SearchOrders = z.object({
  user: optional(wireId.transform(userId)),
  order_no: optional(orderNumber),
  txPair: optional(txPair),
  status: optional(oneOf(orderStatuses)),
  side: optional(oneOf(orderSides)),
  inDoubt: optional(oneOf(['true'])),
  ...spanFields,
  ...cursorFields,
})

const OrderView = ShownOrder.omit({ exchangeOrderId: true })
  .extend({
    userId: z.int(),
    venueOrderId: z.string().nullable(),
    incident: z.string().nullable().meta({ description: 'Why it waits for an operator.' }),
  })
  .meta({ id: 'FoundOrder' })

export const OrderViews = cursorPage(OrderView)

const nullableTime = isoTime.nullable()

export const OrderDetails = OrderView.extend({
  held: z
    .object({ symbol: z.string(), initial: decimal, remaining: decimal })
    .meta({ id: 'OrderHold' }),
  worstPrice: decimal.nullable().meta({
    description: 'The price that the venue was sent; null for a market order sent without one.',
  }),
  finalVolume: decimal.nullable().meta({
    description: 'The executed volume that the venue reported with the end of the order.',
  }),
  attempts: z.int(),
  nextAt: nullableTime.meta({ description: 'When the next scheduled query of the venue is due.' }),
  absentAfter: isoTime.meta({
    description: 'From then on, an order that the venue does not know counts as never placed.',
  }),
  cancelRequestedAt: nullableTime,
  endedAt: nullableTime,
  fills: openPage(Trade),
  moves: z
    .array(
      z
        .object({
          postingId: z.int(),
          key: z.string(),
          at: isoTime,
          symbol: z.string(),
          amount: decimal,
          from: z.string(),
          to: z.string(),
        })
        .meta({ id: 'OrderMove' }),
    )
    .meta({ description: 'In the ledger: its hold and the fills of this page, oldest first.' }),
  resolutions: z
    .array(
      z
        .object({
          operator: OperatorName,
          statement: z.string(),
          reason: z.string(),
          at: isoTime,
          closedAt: nullableTime,
        })
        .meta({ id: 'OrderResolution' }),
    )
    .meta({ description: 'What operators stated: `stands` with trades, `ended` with a volume.' }),
}).meta({ id: 'OrderDetails' })

export type OrderDetails = z.input<typeof OrderDetails>

function shown(order: DatedOrder): z.input<typeof OrderView> {
  const { exchangeOrderId: venueOrderId, ...own } = shownOrder(order)
  return { ...own, userId: order.user, venueOrderId, incident: order.incident }
}

/** Lists orders of all users, newest first by default. */
export async function showOrders(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof SearchOrders>,
): Promise<z.input<typeof OrderViews>> {
  const filter = {
    user: input.user ?? null,
    orderNo: input.order_no,
    pairId: await pairIdOf(ctx, input.txPair),
    side: input.side,
    status: input.status,
    inDoubt: input.inDoubt === 'true',
    from: input.from ?? null,
    until: input.to ?? null,
  }
  const found = await searchOrders(ctx.db.read, filter, input)
  return examinedPageOf(found, input, ({ micros, id }) => [micros, id], shown)
}

/** Returns all details of an order, with a page of its fills, newest first. */
export async function orderDetails(
  db: Reader,
  orderNo: OrderNo,
  fillPage: PageRequest,
): Promise<OrderDetails> {
  const [order] = await readOrders(db, [orderNo])
  const facts = await readFacts(db, orderNo)
  if (order === undefined || facts === null) return refuse('api.order_does_not_exist')
  const fills = await listFills(db, { user: order.user, orderNo }, openBounds(fillPage))
  const page = openPageOf(fills.map(shownTrade), fillPage)
  const moves = await readMoves(
    db,
    orderNo,
    page.data.map(({ tradeId }) => tradeId),
  )
  const stated = await listAgreements(db, { kind: 'order', subject: order.id })
  const paid = paidAsset(order)
  const { base } = order.pair
  return {
    ...shown(order),
    ...facts,
    held: {
      symbol: paid.symbol,
      initial: formatMoney(money(paid, order.held)),
      remaining: formatMoney(money(paid, facts.remaining)),
    },
    worstPrice: order.limit === null ? null : formatMoney(order.limit),
    finalVolume: order.finalVolume === null ? null : formatMoney(money(base, order.finalVolume)),
    attempts: order.attempts,
    fills: page,
    moves: moves.map(shownMove),
    resolutions: stated.map(({ note, ...rest }) => ({ ...rest, reason: note ?? '' })),
  }
}

const shownMove = ({ assetId: id, symbol, scale, units, ...move }: OrderMove) => ({
  ...move,
  symbol,
  amount: formatMoney(money({ id, symbol, scale }, units)),
})

export const FillPage = z.object(pageFields)

/** Shows one order. It reveals a user's holdings, so each look is audited. */
export async function showOrder(
  ctx: Pick<Context, 'db'>,
  { orderNo, ...fillPage }: z.output<typeof ByOrderNo> & z.output<typeof FillPage>,
  operator: Operator,
  request: HttpRequest,
): Promise<OrderDetails> {
  const details = await orderDetails(ctx.db.read, orderNo, fillPage)
  await noteLook(ctx, { action: 'order.look', operator, request }, { kind: 'order', id: orderNo })
  return details
}

export const ListUnmatchedTrades = z.object({
  txPair: optional(txPair),
  side: optional(oneOf(orderSides)),
  ...spanFields,
  ...cursorFields,
})

export const UnmatchedTradeViews = cursorPage(
  z
    .object({
      tradeId: z.string(),
      txPair: z.string(),
      side: z.enum(orderSides),
      venueOrderId: z.string(),
      clientOrderId: z.string().nullable(),
      volume: decimal,
      amount: decimal,
      commission: decimal,
      commissionAsset: z.string().meta({ description: 'What was received.' }),
      tradedAt: isoTime,
      recordedAt: isoTime,
    })
    .meta({ id: 'UnmatchedTrade' }),
)

/** Lists trades on our account that match no open order; their money is in suspense. */
export async function showUnmatchedTrades(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListUnmatchedTrades>,
): Promise<z.input<typeof UnmatchedTradeViews>> {
  const pairId = await pairIdOf(ctx, input.txPair)
  const filter = { pairId, side: input.side, span: input }
  const found = await listUnmatchedTrades(ctx.db.read, filter, input)
  return cursorPageOf(found, input, ({ id }) => [id], shownUnmatched)
}

const inDecimals = (units: string, decimals: number): string =>
  formatRatio({ numerator: BigInt(units), denominator: 10n ** BigInt(decimals) }, decimals, 'down')

const shownUnmatched = ({
  id: _id,
  baseSymbol,
  baseScale,
  quoteSymbol,
  quote,
  ...trade
}: ListedUnmatchedTrade) => ({
  ...trade,
  volume: inDecimals(trade.volume, baseScale),
  amount: inDecimals(quote, venueDecimals),
  commission: inDecimals(trade.commission, venueDecimals),
  commissionAsset: trade.side === 'BUY' ? baseSymbol : quoteSymbol,
})
