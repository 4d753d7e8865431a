import { z } from 'zod'
import type { Page } from '../../../base/values/page.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { momentSpanOf } from '../../../core/histories/moment-span.rules.ts'
import type { Stretch } from '../../../core/histories/place.rules.ts'
import { readPage } from '../../../core/histories/read-page.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { moment, oneOf, optional } from '../../../platform/http/contracts/contracts.ts'
import { pageFields, sortFields } from '../../../platform/http/contracts/lists.ts'
import { pairIdOf } from '../market/market.ts'
import { type OrderStatus, orderStatuses } from '../order-model/order.rules.ts'
import { countOrders, listOrders, type OrderFilter } from '../order-model/orders.sql.ts'
import { orderNumber, orderSides, txPair } from '../trading-contracts.ts'
import { tradingLimits } from '../trading-limits.ts'
import { type ShownOrder, shownOrder } from './shown-order.ts'

const listFields = {
  order_no: optional(orderNumber),
  txPair: optional(txPair),
  side: optional(oneOf(orderSides)),
  startTime: optional(moment),
  endTime: optional(moment),
  ...pageFields,
  ...sortFields(['createdAt']),
}

export const ListOpenOrders = z.object(listFields)
export const ListOrders = z.object({ ...listFields, status: optional(oneOf(orderStatuses)) })

type ListContext = Pick<Context, 'db' | 'log'>
type OrderListQuery = z.output<typeof ListOpenOrders> &
  Readonly<{ status?: OrderStatus | undefined }>
type Orders = Promise<Page<z.input<typeof ShownOrder>>>

/** Lists the caller's orders, open and ended. */
export async function listOwnOrders(
  ctx: ListContext,
  asked: OrderListQuery,
  { id }: Caller,
): Orders {
  const { order_no: orderNo, txPair: pair, side, status, startTime, endTime, sort } = asked
  const pairId = await pairIdOf(ctx, pair)
  const span = momentSpanOf(startTime, endTime)
  const filter: OrderFilter = { user: id, orderNo, pairId, side, status, ...span }
  const reading = {
    list: ['orders', orderNo, pair, side, status, startTime, endTime, sort].join('|'),
    read: async (tx: Tx, { after, ...stretch }: Stretch) => {
      const page = { ...stretch, after: after?.id ?? null, oldestFirst: sort === 'asc' }
      return (await listOrders(tx, filter, page)).map((order) => ({
        order,
        place: { at: order.createdAt.toISOString(), kind: 0, id: order.id },
      }))
    },
    count: (tx: Tx) => countOrders(tx, filter, tradingLimits.countedItems),
  }
  return readPage(ctx, id, asked, reading, ({ order }) => shownOrder(order))
}

/** Lists the caller's open orders, at the venue or on their way there. */
export const listOpenOrders = (
  ctx: ListContext,
  asked: z.output<typeof ListOpenOrders>,
  caller: Caller,
): Orders => listOwnOrders(ctx, { ...asked, status: 'CREATE' }, caller)
