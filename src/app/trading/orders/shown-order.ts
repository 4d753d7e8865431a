import { z } from 'zod'
import { orderNo } from '../../../base/values/ids.ts'
import { convert, formatMoney, money } from '../../../base/values/money.ts'
import type { ChangeSource } from '../../../core/changes/change-source.ts'
import type { EventSource } from '../../../core/facts/event-source.ts'
import { decimal } from '../../../platform/http/contracts/contracts.ts'
import { averagePrice, bookedOf } from '../executions/fill.rules.ts'
import { readChangedOrders } from '../order-model/changed-orders.sql.ts'
import { orderStatuses, receivedAsset } from '../order-model/order.rules.ts'
import { ratioOf } from '../order-model/order-terms.rules.ts'
import { type DatedOrder, readOrders } from '../order-model/orders.sql.ts'
import { orderSides, orderTypes } from '../trading-contracts.ts'

/** An order as shown to its owner. Amounts are decimal texts. */
export const ShownOrder = z
  .object({
    order_no: z.string(),
    exchangeOrderId: z.string().nullable().meta({
      description: "The venue's number of the order; null until the venue reported it.",
    }),
    txPair: z.string(),
    side: z.enum(orderSides),
    type: z.enum(orderTypes),
    price: decimal.nullable().meta({ description: 'Null for a market order.' }),
    volume: decimal,
    amount: decimal.meta({
      description: 'Price times volume; for a market order, the amount paid or received.',
    }),
    executedVolume: decimal,
    executedAmount: decimal,
    averagePrice: decimal.nullable().meta({ description: 'Null before the first execution.' }),
    fee: decimal,
    feeAsset: z
      .string()
      .meta({ description: 'The received asset, from which fee and tax are deducted.' }),
    tax: decimal,
    status: z.enum(orderStatuses),
    reason: z.string().nullable().meta({ description: 'The reason why it ended unfilled.' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Order' })

export function shownOrder(order: DatedOrder): z.input<typeof ShownOrder> {
  const { pair, side, type, volume, price, executed } = order
  const booked = bookedOf(order, executed)
  const received = receivedAsset(order)
  const executedAmount = formatMoney(money(pair.quote, booked.amount))
  const average = averagePrice(order)
  return {
    order_no: order.orderNo,
    exchangeOrderId: order.venueOrderId,
    txPair: pair.txPair,
    side,
    type,
    price: price === null ? null : formatMoney(price),
    volume: formatMoney(volume),
    amount: price === null ? executedAmount : plannedAmount({ ...order, price }),
    executedVolume: formatMoney(money(pair.base, executed.volume)),
    executedAmount,
    averagePrice: average === null ? null : formatMoney(money(pair.quote, average)),
    fee: formatMoney(money(received, booked.fee)),
    feeAsset: received.symbol,
    tax: formatMoney(money(received, booked.tax)),
    status: order.status,
    reason: order.reason,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  }
}

type Limited = Pick<DatedOrder, 'pair' | 'side' | 'volume'> &
  Readonly<{ price: NonNullable<DatedOrder['price']> }>

/** Rounded as it would be booked: a payment up, proceeds down. */
const plannedAmount = ({ pair, side, volume, price }: Limited): string =>
  formatMoney(convert(volume, pair.quote, ratioOf(price), side === 'BUY' ? 'up' : 'down'))

/** Reports changed orders, in the form of the order history. */
export const orderChanges: ChangeSource = {
  events: { order: ShownOrder },
  read: async (_ctx, tx, followers) =>
    (await readChangedOrders(tx, followers)).map(({ order, version }) => ({
      user: order.user,
      event: 'order',
      key: order.orderNo,
      version,
      data: shownOrder(order),
    })),
}

/** Shows orders in events, in the same form. */
export const orderItems: EventSource = {
  kind: 'order',
  contract: ShownOrder,
  read: async (_ctx, tx, subjects) =>
    new Map(
      (await readOrders(tx, subjects.map(orderNo))).map((order) => [
        order.orderNo,
        { item: shownOrder(order) },
      ]),
    ),
}
