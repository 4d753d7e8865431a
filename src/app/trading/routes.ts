import { type Caller, signedIn, signedInOrKey } from '../../platform/access/signed-in.ts'
import { parseQuery } from '../../platform/http/bodies/body.ts'
import { pageSchema } from '../../platform/http/contracts/lists.ts'
import { type Access, anyone } from '../../platform/http/endpoint/admit.ts'
import { endpointsOf, type HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { success } from '../../platform/http/envelope.ts'
import { venueLimits } from '../../providers/venue/venue-limits.ts'
import { AskMarket, MarketDepth, MarketTrades } from './live/live-contracts.ts'
import { showDepth, showTrades } from './live/show-market.ts'
import { wholeCandles } from './market/candle-span.rules.ts'
import { listSymbols } from './market/list-symbols.ts'
import { showConfig } from './market/show-config.ts'
import { showExchangeInfo } from './market/show-exchange-info.ts'
import { showTime } from './market/show-time.ts'
import {
  ByExchangeOrder,
  ByOrderNo,
  Canceled,
  cancelAllOrders,
  cancelOrder,
  cancelPairOrders,
  deleteOrder,
  OfPair,
} from './orders/cancel-order.ts'
import { Created, createOrder } from './orders/create-order.ts'
import { ListOpenOrders, ListOrders, listOpenOrders, listOwnOrders } from './orders/list-orders.ts'
import { unsupportedTerms, WantedOrder } from './orders/read-terms.ts'
import { AccountInfo, showAccount } from './orders/show-account.ts'
import { History, showHistory } from './orders/show-history.ts'
import { ShownOrder } from './orders/shown-order.ts'
import { testOrder } from './orders/test-order.ts'
import {
  AskExchangeInfo,
  AskHistory,
  ExchangeInfo,
  Symbols,
  TradingConfig,
  VenueTime,
} from './trading-contracts.ts'

const { get, post, remove } = endpointsOf('Exchange')

const cancelRefusals = [
  'api.order_does_not_exist',
  'api.order_status_completed',
  'api.order_status_canceled',
  'api.order_cancel_fail',
] as const

/** Bulk cancels have no such filters; ignoring one would cancel more than its sender meant. */
const cancelFilters = { side: null, type: null, orderNo: null, startTime: null, endTime: null }

/** While the venue is away, cached answers are served with their age. */
const stale = { seconds: venueLimits.staleSeconds, on: 'api.market_data_unavailable' } as const

const isForCandles = ({ url }: HttpRequest): boolean => {
  const { interval } = parseQuery(url)
  return typeof interval === 'string' && interval.trim() !== ''
}

/** Requests with an interval get candles, which are public; others get the caller's own trades. */
const anyoneForCandles: Access<Caller | null> = {
  ...signedIn,
  name: 'public for candles, else signed in',
  callerKey: (caller) => (caller === null ? 'anyone' : (signedIn.callerKey?.(caller) ?? 'anyone')),
  admit: (ctx, request) => (isForCandles(request) ? null : signedIn.admit(ctx, request)),
}

const Orders = pageSchema(ShownOrder)

/** Specification 4.11. */
export const tradingEndpoints = [
  get('/api/exchange/venue/exchangeInfo', {
    summary: "The venue's listing of our pairs, with its filters",
    access: anyone,
    query: AskExchangeInfo,
    run: showExchangeInfo,
    reply: success('api.exchange_info_retrieved', ExchangeInfo),
    refusals: ['api.trading_pair_does_not_exist', 'api.market_data_unavailable'],
    shared: { seconds: 30, stale },
  }),
  get('/api/exchange/venue/config', {
    summary: 'Our pairs with their bounds and fees',
    access: anyone,
    run: showConfig,
    reply: success('api.exchange_config_retrieved', TradingConfig),
    shared: { seconds: 5 },
  }),
  get('/api/exchange/venue/time', {
    summary: "The venue's clock; the Age header is the time since it was read",
    access: anyone,
    run: showTime,
    reply: success('api.exchange_time_retrieved', VenueTime),
    refusals: ['api.market_data_unavailable'],
    shared: { seconds: 1, stale },
  }),
  get('/api/exchange/venue/symbols', {
    summary: 'Our pairs with their last prices',
    access: anyone,
    run: listSymbols,
    reply: success('api.exchange_symbols_retrieved', Symbols),
    refusals: ['api.market_data_unavailable'],
    shared: { seconds: 1, stale },
  }),
  get('/api/exchange/venue/depth', {
    summary: 'The order book of a pair: the best prices of both sides',
    access: anyone,
    query: AskMarket,
    run: showDepth,
    reply: success('api.exchange_depth_retrieved', MarketDepth),
    refusals: ['api.trading_pair_does_not_exist', 'api.market_data_unavailable'],
    shared: { seconds: 1, stale },
  }),
  get('/api/exchange/venue/trades', {
    summary: 'The last trades of a pair, between any accounts of the venue',
    access: anyone,
    query: AskMarket,
    run: showTrades,
    reply: success('api.exchange_trades_retrieved', MarketTrades),
    refusals: ['api.trading_pair_does_not_exist', 'api.market_data_unavailable'],
    shared: { seconds: 1, stale },
  }),
  get('/api/exchange/venue/history', {
    summary: "With an interval, candles of a pair; without one, the caller's own trades",
    access: anyoneForCandles,
    query: AskHistory,
    throttle: [
      {
        name: 'candles',
        points: venueLimits.candlesAMinute,
        windowSeconds: 60,
        key: ({ ip, input }) => (input.interval === undefined ? null : ip),
      },
    ],
    writes: true,
    run: showHistory,
    reply: success('api.exchange_history_retrieved', History),
    refusals: ['api.trading_pair_does_not_exist', 'api.market_data_unavailable'],
    shared: {
      seconds: 5,
      stale,
      when: ({ interval }) => interval !== undefined,
      same: (asked) => (asked.interval === undefined ? asked : wholeCandles(asked.interval, asked)),
    },
  }),
  post('/api/exchange/venue/testOrder', {
    summary: 'Check an order without placing it',
    access: anyone,
    body: WantedOrder,
    unsupported: unsupportedTerms,
    throttle: [
      {
        name: 'test-order',
        points: venueLimits.testOrdersAMinute,
        windowSeconds: 60,
        key: ({ ip }) => ip,
      },
    ],
    run: testOrder,
    reply: success('api.order_test_success'),
    refusals: [
      'api.trading_pair_does_not_exist',
      'api.order_filter_failed',
      'api.trading_side_is_closed',
      'api.market_price_unavailable',
      'api.limit_buy_price_too_high',
      'api.limit_sell_price_too_low',
      'api.market_depth_insufficient',
      'api.order_create_fail',
      'api.market_data_unavailable',
    ],
  }),
  post('/api/exchange/venue/order', {
    summary: 'Place an order',
    description:
      'Fields that would make it another order, such as timeInForce or stopPrice, are refused by' +
      ' their name; other unknown fields are ignored.',
    access: signedInOrKey('trade'),
    body: WantedOrder,
    unsupported: unsupportedTerms,
    idempotent: true,
    tellsRate: true,
    run: createOrder,
    reply: success('api.order_create_success', Created),
    refusals: [
      'api.identity_verification_are_required',
      'api.tax_certification_required',
      'api.trading_pair_does_not_exist',
      'api.order_filter_failed',
      'api.order_insufficient_funds',
      'api.trading_side_is_closed',
      'api.market_price_unavailable',
      'api.limit_buy_price_too_high',
      'api.limit_sell_price_too_low',
      'api.market_depth_insufficient',
      'api.too_many_open_orders',
      'api.too_many_requests',
      'api.try_again_later',
      'api.order_create_fail',
    ],
  }),
  remove('/api/exchange/venue/order/{orderNo}', {
    summary: 'Cancel an open order of the caller',
    access: signedInOrKey('trade'),
    params: ByOrderNo,
    run: cancelOrder,
    reply: success('api.order_cancel_success'),
    refusals: cancelRefusals,
  }),
  post('/api/exchange/venue/order/{exchangeOrderId}/{userId}/delete', {
    summary: "Cancel an open order of the caller by the venue's id",
    access: signedInOrKey('trade'),
    params: ByExchangeOrder,
    run: deleteOrder,
    reply: success('api.order_cancel_success'),
    refusals: cancelRefusals,
  }),
  remove('/api/exchange/venue/symbolOrders', {
    summary: "Cancel the caller's open orders of a pair",
    access: signedInOrKey('trade'),
    body: OfPair,
    unsupported: cancelFilters,
    run: cancelPairOrders,
    reply: success('api.order_all_cancel_success', Canceled),
    refusals: ['api.trading_pair_does_not_exist'],
  }),
  remove('/api/exchange/venue/allOrders', {
    summary: "Cancel all of the caller's open orders",
    access: signedInOrKey('trade'),
    unsupported: { txPair: null, symbol: null, ...cancelFilters },
    run: cancelAllOrders,
    reply: success('api.order_all_cancel_success', Canceled),
  }),
  get('/api/exchange/venue/historyOrder', {
    summary: "The caller's orders, open and ended",
    access: signedIn,
    query: ListOrders,
    writes: true,
    run: listOwnOrders,
    reply: success('api.order_histories_retrieved', Orders),
    refusals: ['api.trading_pair_does_not_exist'],
  }),
  get('/api/exchange/venue/currentOrder', {
    summary: "The caller's open orders",
    access: signedIn,
    query: ListOpenOrders,
    writes: true,
    run: listOpenOrders,
    reply: success('api.open_orders_retrieved', Orders),
    refusals: ['api.trading_pair_does_not_exist'],
  }),
  get('/api/exchange/venue/accountInfo', {
    summary: "The caller's balances, trading fees and permissions",
    access: signedIn,
    run: showAccount,
    reply: success('api.account_info_retrieved', AccountInfo),
  }),
]
