import { operatorRead, operatorWrite } from '../../platform/access/operators/operator-endpoint.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
import { success } from '../../platform/http/envelope.ts'
import { twoPersonRefusals } from '../transfers/deciding.ts'
import { OperatorPairs, showPairs } from './market/query-pairs.ts'
import { OperatorPrices, showPrices } from './market/query-prices.ts'
import { CancelForUser, cancelForUser } from './orders/cancel-for-user.ts'
import { ByOrderNo } from './orders/cancel-order.ts'
import { FillViews, SearchFills, showFills } from './orders/query-fills.ts'
import { queryOrder } from './orders/query-order.ts'
import {
  FillPage,
  ListUnmatchedTrades,
  OrderDetails,
  OrderViews,
  SearchOrders,
  showOrder,
  showOrders,
  showUnmatchedTrades,
  UnmatchedTradeViews,
} from './orders/query-orders.ts'
import { ResolveOrder, resolveOrder } from './orders/resolve-order.ts'

const viewer = operatorAs('viewer')
const finance = operatorAs('finance')

const orders = '/operator/api/orders'

export const tradingOperatorEndpoints = [
  operatorRead(orders, {
    summary: 'Orders of all users, newest first; optionally only those in doubt',
    access: viewer,
    query: SearchOrders,
    run: showOrders,
    reply: success('api.orders_retrieved', OrderViews),
    refusals: ['api.trading_pair_does_not_exist'],
  }),
  operatorRead(`${orders}/{orderNo}`, {
    summary: 'One order with its fills and all details; access is audited',
    access: viewer,
    params: ByOrderNo,
    query: FillPage,
    run: showOrder,
    reply: success('api.order_retrieved', OrderDetails),
    refusals: ['api.order_does_not_exist'],
  }),
  operatorWrite('POST', `${orders}/{orderNo}/cancel`, {
    action: 'order.cancel',
    summary: 'Cancel an open order, as its owner could',
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
  operatorWrite('POST', `${orders}/{orderNo}/ask`, {
    action: 'order.ask',
    summary: 'Query the venue about an order again; a report that fits clears the doubt',
    access: finance,
    params: ByOrderNo,
    run: queryOrder,
    reply: success('api.order_updated', OrderDetails),
    refusals: ['api.order_does_not_exist', 'api.provider_unreachable'],
  }),
  operatorWrite('POST', `${orders}/{orderNo}/resolve`, {
    action: 'order.resolve',
    summary: 'Accept trades that the venue denies, or end an order that it no longer describes',
    access: finance,
    params: ByOrderNo,
    body: ResolveOrder,
    run: resolveOrder,
    reply: success('api.order_updated', OrderDetails),
    refusals: [
      'api.order_does_not_exist',
      'api.operator_own_money',
      'api.order_status_completed',
      'api.order_status_canceled',
      'api.order_not_stuck',
      'api.provider_unreachable',
      'api.provider_says_otherwise',
      ...twoPersonRefusals,
    ],
  }),
  operatorRead('/operator/api/fills', {
    summary: 'Fills of all users by time of trade, newest first',
    access: viewer,
    query: SearchFills,
    run: showFills,
    reply: success('api.fills_retrieved', FillViews),
    refusals: ['api.trading_pair_does_not_exist'],
  }),
  operatorRead('/operator/api/pairs', {
    summary: "All pairs with their bounds beside the venue's, and the differences",
    access: viewer,
    operationId: 'showOperatorPairs',
    run: showPairs,
    reply: success('api.pairs_retrieved', OperatorPairs),
  }),
  operatorRead('/operator/api/prices', {
    summary: 'The last price of every pair with its age and source',
    access: viewer,
    operationId: 'showOperatorPrices',
    run: showPrices,
    reply: success('api.prices_retrieved', OperatorPrices),
  }),
  operatorRead('/operator/api/unmatched-trades', {
    summary: 'Trades on our venue account that match no open order of ours',
    access: viewer,
    query: ListUnmatchedTrades,
    run: showUnmatchedTrades,
    reply: success('api.unmatched_trades_retrieved', UnmatchedTradeViews),
    refusals: ['api.trading_pair_does_not_exist'],
  }),
]
