import { z } from 'zod'
import { exchange, formatMoney, money } from '../../../base/money.ts'
import { averagePrice, bookedOf } from '../executions/fill.rules.ts'
import { orderStatuses, receivedAsset } from '../order-model/order.rules.ts'
import { ratioOf } from '../order-model/order-terms.rules.ts'
import type { DatedOrder } from '../order-model/orders.sql.ts'
import { orderTypes, sides } from '../trading-contracts.ts'

/** An order as shown to its owner. Amounts are decimal texts. */
export const ShownOrder = z.object({
  order_no: z.string(),
  txPair: z.string(),
  side: z.enum(sides),
  type: z.enum(orderTypes),
  price: z.string().nullable().meta({ description: 'Null for a market order.' }),
  volume: z.string(),
  amount: z.string().meta({
    description: 'Price times volume; of a market order, what was paid or received for it.',
  }),
  executedVolume: z.string(),
  executedAmount: z.string(),
  averagePrice: z.string().nullable().meta({ description: 'Null before anything was executed.' }),
  fee: z.string(),
  feeAsset: z.string().meta({ description: 'What is received: fee and tax are taken from it.' }),
  tax: z.string(),
  status: z.enum(orderStatuses),
  reason: z.string().nullable().meta({ description: 'Why it ended before it was filled.' }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

export function shownOrder(order: DatedOrder): z.input<typeof ShownOrder> {
  const { pair, side, type, volume, price, executed } = order
  const booked = bookedOf(order, executed)
  const received = receivedAsset(order)
  const executedAmount = formatMoney(money(pair.quote, booked.amount))
  const average = averagePrice(order)
  return {
    order_no: order.orderNo,
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
  formatMoney(exchange(volume, pair.quote, ratioOf(price), side === 'BUY' ? 'up' : 'down'))
