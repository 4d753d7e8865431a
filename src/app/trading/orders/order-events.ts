import type { ChangeSource } from '../../../core/changes/change-source.ts'
import { readChangedOrders } from '../order-model/changed-orders.sql.ts'
import { ShownOrder, shownOrder } from './shown-order.ts'

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
