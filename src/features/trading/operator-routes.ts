import { operatorRead, operatorWrite } from '../../access/operators/operator-endpoint.ts'
import { operatorAs } from '../../access/operators/operator-signed-in.ts'
import { success } from '../../http/envelope.ts'
import { CancelForUser, cancelForUser } from './orders/cancel-for-user.ts'
import { ByOrderNo } from './orders/cancel-order.ts'
import { queryOrder } from './orders/query-order.ts'
import {
  FillPage,
  ListStrays,
  lookAtOrder,
  OrderDetails,
  OrderViews,
  SearchOrders,
  StrayViews,
  showOrders,
  showStrays,
} from './orders/query-orders.ts'

const viewer = operatorAs('viewer')
const finance = operatorAs('finance')

const orders = '/operator/api/orders'

export const tradingOperatorEndpoints = [
  operatorRead({
    path: orders,
    summary: 'Orders of all users, the latest first; those in doubt alone, if asked for',
    access: viewer,
    query: SearchOrders,
    run: showOrders,
    reply: success('api.orders_retrieved', OrderViews),
    refusals: ['api.trading_pair_does_not_exist'],
  }),
  operatorRead({
    path: `${orders}/{orderNo}`,
    summary: 'One order with its fills and all that is known of it; who looked stands in the audit',
    access: viewer,
    params: ByOrderNo,
    query: FillPage,
    run: lookAtOrder,
    reply: success('api.order_retrieved', OrderDetails),
    refusals: ['api.order_does_not_exist'],
  }),
  operatorWrite({
    method: 'POST',
    path: `${orders}/{orderNo}/cancel`,
    action: 'order.cancel',
    summary: 'Have an open order cancelled, as its owner could',
    access: finance,
    params: ByOrderNo,
    body: CancelForUser,
    run: cancelForUser,
    reply: success('api.order_updated', OrderDetails),
    refusals: [
      'api.order_does_not_exist',
      'api.order_status_completed',
      'api.order_status_canceled',
    ],
  }),
  operatorWrite({
    method: 'POST',
    path: `${orders}/{orderNo}/ask`,
    action: 'order.ask',
    summary: 'Ask the venue about an order again; one whose answer fits is in doubt no more',
    access: finance,
    params: ByOrderNo,
    run: queryOrder,
    reply: success('api.order_updated', OrderDetails),
    refusals: ['api.order_does_not_exist', 'api.provider_unreachable'],
  }),
  operatorRead({
    path: '/operator/api/stray-trades',
    summary: 'Trades on our account at the venue that no open order of ours stands for',
    access: viewer,
    query: ListStrays,
    run: showStrays,
    reply: success('api.stray_trades_retrieved', StrayViews),
  }),
]
