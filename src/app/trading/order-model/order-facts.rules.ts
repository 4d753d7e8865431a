import type { UserId } from '../../../base/values/ids.ts'
import type { Fact } from '../../../core/facts/fact.ts'
import type { Order } from './order.rules.ts'

/** The fact that an order was accepted or ended. */
export function orderFact(
  { orderNo, user }: Readonly<{ orderNo: Order['orderNo']; user: UserId }>,
  status: Order['status'],
): Fact {
  return { type: types[status], user, subject: orderNo, key: orderNo }
}

const types = {
  CREATE: 'order.accepted',
  DONE: 'order.done',
  CANCEL: 'order.canceled',
} as const

/** The fact that a trade was recorded; `key` is that of the fill. */
export const fillFact = (user: UserId, key: string): Fact => ({
  type: 'fill.recorded',
  user,
  subject: key,
  key,
})
