import { type Caller, signedIn } from '../../access/signed-in.ts'
import { limits } from '../../base/limits.ts'
import { parseQuery } from '../../http/body.ts'
import { type Access, anyone, endpoint, type HttpRequest } from '../../http/endpoint.ts'
import { success } from '../../http/envelope.ts'
import { listCandles } from './list-candles.ts'
import { listSymbols } from './list-symbols.ts'
import { WantedOrder } from './read-terms.ts'
import { showConfig } from './show-config.ts'
import { showExchangeInfo } from './show-exchange-info.ts'
import { showTime } from './show-time.ts'
import { testOrder } from './test-order.ts'
import {
  AskExchangeInfo,
  AskHistory,
  Candles,
  ExchangeInfo,
  Symbols,
  TradingConfig,
  VenueTime,
} from './trading-contracts.ts'

const tag = 'Exchange'

/** While the venue is away what was kept serves, and its age is told. */
const stale = { seconds: limits.venue.staleSeconds, on: 'api.market_data_unavailable' } as const

const asksForCandles = ({ url }: HttpRequest): boolean => {
  const { interval } = parseQuery(url)
  return typeof interval === 'string' && interval.trim() !== ''
}

/** With an interval it is candles, which anybody may see; without one the caller's own trades. */
const anyoneForCandles: Access<Caller | null> = {
  ...signedIn,
  name: 'public for candles, else signed in',
  callerKey: (caller) => (caller === null ? 'anyone' : (signedIn.callerKey?.(caller) ?? 'anyone')),
  admit: (ctx, request) => (asksForCandles(request) ? null : signedIn.admit(ctx, request)),
}

/** Specification 4.11: the market of the venue, for everybody. */
export const tradingEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/exchange/venue/exchangeInfo',
    tag,
    summary: 'What the venue trades of our pairs, and its filters',
    access: anyone,
    query: AskExchangeInfo,
    run: showExchangeInfo,
    reply: success('api.exchange_info_retrieved', ExchangeInfo),
    refusals: ['api.trading_pair_does_not_exist', 'api.market_data_unavailable'],
    shared: { seconds: 30, stale },
  }),
  endpoint({
    method: 'GET',
    path: '/api/exchange/venue/config',
    tag,
    summary: 'Our pairs with their bounds and fees',
    access: anyone,
    run: showConfig,
    reply: success('api.exchange_config_retrieved', TradingConfig),
    shared: { seconds: 5 },
  }),
  endpoint({
    method: 'GET',
    path: '/api/exchange/venue/time',
    tag,
    summary: "The venue's clock; Age says how long ago it was read",
    access: anyone,
    run: showTime,
    reply: success('api.exchange_time_retrieved', VenueTime),
    refusals: ['api.market_data_unavailable'],
    shared: { seconds: 1, stale },
  }),
  endpoint({
    method: 'GET',
    path: '/api/exchange/venue/symbols',
    tag,
    summary: 'Our pairs with their last prices',
    access: anyone,
    run: listSymbols,
    reply: success('api.exchange_symbols_retrieved', Symbols),
    refusals: ['api.market_data_unavailable'],
    shared: { seconds: 1, stale },
  }),
  endpoint({
    method: 'GET',
    path: '/api/exchange/venue/history',
    tag,
    summary: 'Candles of a pair',
    access: anyoneForCandles,
    query: AskHistory,
    throttle: [
      {
        name: 'candles',
        points: limits.venue.candlesAMinute,
        windowSeconds: 60,
        key: ({ ip }) => ip,
      },
    ],
    run: listCandles,
    reply: success('api.exchange_history_retrieved', Candles),
    refusals: ['api.trading_pair_does_not_exist', 'api.market_data_unavailable'],
    shared: { seconds: 5, stale, when: ({ interval }) => interval !== undefined },
  }),
  endpoint({
    method: 'POST',
    path: '/api/exchange/venue/testOrder',
    tag,
    summary: 'Has an order judged without placing it',
    access: anyone,
    body: WantedOrder,
    throttle: [
      {
        name: 'test-order',
        points: limits.venue.testOrdersAMinute,
        windowSeconds: 60,
        key: ({ ip }) => ip,
      },
    ],
    run: testOrder,
    reply: success('api.order_test_success'),
    refusals: [
      'api.trading_pair_does_not_exist',
      'api.order_filter_failed',
      'api.market_price_unavailable',
      'api.limit_buy_price_too_high',
      'api.limit_sell_price_too_low',
      'api.order_create_fail',
      'api.market_data_unavailable',
    ],
  }),
]
