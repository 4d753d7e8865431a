import { accountCommission, accountObject, rateLimitOrder } from '../account-calls.ts'
import type { Desk } from '../desk.ts'
import { klines } from '../market/klines.ts'
import {
  bookTicker,
  depth,
  depthWeight,
  exchangeInfo,
  oneOrManyWeight,
  tickerPrice,
} from '../market/market-data.ts'
import { aggregateTrades, historicalTrades, recentTrades } from '../market/public-trades.ts'
import {
  averagePrice,
  rollingTicker,
  rollingTickerWeight,
  ticker24hr,
  ticker24hrWeight,
} from '../market/tickers.ts'
import { orderParameters } from '../orders.ts'
import {
  allOrders,
  cancelAll,
  cancelOrder,
  myPreventedMatches,
  myPreventedMatchesWeight,
  myTrades,
  myTradesWeight,
  openOrders,
  openOrdersWeight,
  placeOrder,
  queryOrder,
  testOrder,
  testOrderWeight,
} from '../trading.ts'
import { allCoins, tradeFees } from '../wallet.ts'
import type { Params } from './parameters.ts'
import type { Headers } from './weights.ts'

/** One call of the venue, over HTTP and, if it has a name there, on the WebSocket API. */
export type Operation = Readonly<{
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** Its name on the WebSocket API. */
  request?: string
  params: readonly string[]
  /** The key in a header, or also a signature. */
  needs: 'nothing' | 'key' | 'signature'
  weight: number | ((params: Params) => number)
  run: (desk: Desk, params: Params, headers: Headers) => unknown
}>

type Terms = Omit<Operation, 'method' | 'path' | 'needs'>

const read = (path: string, terms: Terms): Operation => ({
  method: 'GET',
  path: `/api/v3${path}`,
  needs: 'nothing',
  ...terms,
})

/** Parameters of every signed call. */
const signing = ['recvWindow', 'timestamp', 'signature']

const signed = (method: Operation['method'], path: string, terms: Terms): Operation => ({
  method,
  path,
  needs: 'signature',
  ...terms,
  params: [...terms.params, ...signing],
})

const v3 = (method: Operation['method'], path: string, terms: Terms): Operation =>
  signed(method, `/api/v3${path}`, terms)

/** No symbol here is traded on margin. A signature may come with the key. */
const withoutMargin = (path: string): Operation => ({
  method: 'GET',
  path,
  needs: 'key',
  params: ['symbol', ...signing],
  weight: 0,
  run: () => [],
})

const ofTickers = ['symbol', 'symbols', 'symbolStatus']
const ofKlines = ['symbol', 'interval', 'startTime', 'endTime', 'timeZone', 'limit']

const marketData: readonly Operation[] = [
  read('/ping', { request: 'ping', params: [], weight: 1, run: () => ({}) }),
  read('/time', {
    request: 'time',
    params: [],
    weight: 1,
    run: ({ now }) => ({ serverTime: now() }),
  }),
  read('/exchangeInfo', {
    request: 'exchangeInfo',
    params: ['symbol', 'symbols', 'permissions', 'showPermissionSets', 'symbolStatus'],
    weight: 20,
    run: ({ books, weights }, params) => {
      const rateLimits = weights.used().map(({ count, ...limit }) => limit)
      return exchangeInfo(params, { books, rateLimits })
    },
  }),
  read('/depth', {
    request: 'depth',
    params: ['symbol', 'limit', 'symbolStatus'],
    weight: depthWeight,
    run: ({ books }, params) => depth(books, params),
  }),
  read('/trades', {
    request: 'trades.recent',
    params: ['symbol', 'limit'],
    weight: 25,
    run: ({ books }, params) => recentTrades(books, params),
  }),
  read('/historicalTrades', {
    request: 'trades.historical',
    params: ['symbol', 'limit', 'fromId'],
    weight: 25,
    run: ({ books }, params) => historicalTrades(books, params),
  }),
  read('/aggTrades', {
    request: 'trades.aggregate',
    params: ['symbol', 'fromId', 'startTime', 'endTime', 'limit'],
    weight: 4,
    run: ({ books }, params) => aggregateTrades(books, params),
  }),
  read('/klines', {
    request: 'klines',
    params: ofKlines,
    weight: 2,
    run: ({ books }, params) => klines(books, params),
  }),
  read('/uiKlines', {
    request: 'uiKlines',
    params: ofKlines,
    weight: 2,
    run: ({ books }, params) => klines(books, params),
  }),
  read('/avgPrice', {
    request: 'avgPrice',
    params: ['symbol'],
    weight: 2,
    run: ({ books }, params) => averagePrice(books, params),
  }),
  read('/ticker/24hr', {
    request: 'ticker.24hr',
    params: [...ofTickers, 'type'],
    weight: ticker24hrWeight,
    run: ({ books }, params) => ticker24hr(books, params),
  }),
  read('/ticker', {
    request: 'ticker',
    params: [...ofTickers, 'windowSize', 'type'],
    weight: rollingTickerWeight,
    run: ({ books }, params) => rollingTicker(books, params),
  }),
  read('/ticker/price', {
    request: 'ticker.price',
    params: ofTickers,
    weight: oneOrManyWeight,
    run: ({ books }, params) => tickerPrice(books, params),
  }),
  read('/ticker/bookTicker', {
    request: 'ticker.book',
    params: ofTickers,
    weight: oneOrManyWeight,
    run: ({ books }, params) => bookTicker(books, params),
  }),
]

const named = ['symbol', 'orderId', 'origClientOrderId']

const orders: readonly Operation[] = [
  v3('POST', '/order', {
    request: 'order.place',
    params: orderParameters,
    weight: 1,
    run: ({ books, weights }, params, headers) =>
      placeOrder(books, params, () => weights.countOrder(headers)),
  }),
  v3('POST', '/order/test', {
    request: 'order.test',
    params: [...orderParameters, 'computeCommissionRates'],
    weight: testOrderWeight,
    run: ({ books }, params) => testOrder(books, params),
  }),
  v3('GET', '/order', {
    request: 'order.status',
    params: named,
    weight: 4,
    run: ({ books }, params) => queryOrder(books, params),
  }),
  v3('DELETE', '/order', {
    request: 'order.cancel',
    params: [...named, 'newClientOrderId', 'cancelRestrictions'],
    weight: 1,
    run: ({ books }, params) => cancelOrder(books, params),
  }),
  v3('GET', '/openOrders', {
    request: 'openOrders.status',
    params: ['symbol'],
    weight: openOrdersWeight,
    run: ({ books }, params) => openOrders(books, params),
  }),
  v3('DELETE', '/openOrders', {
    request: 'openOrders.cancelAll',
    params: ['symbol'],
    weight: 1,
    run: ({ books }, params) => cancelAll(books, params),
  }),
]

const account: readonly Operation[] = [
  v3('GET', '/allOrders', {
    request: 'allOrders',
    params: ['symbol', 'orderId', 'startTime', 'endTime', 'limit'],
    weight: 20,
    run: ({ books }, params) => allOrders(books, params),
  }),
  v3('GET', '/myTrades', {
    request: 'myTrades',
    params: ['symbol', 'orderId', 'startTime', 'endTime', 'fromId', 'limit'],
    weight: myTradesWeight,
    run: ({ books }, params) => myTrades(books, params),
  }),
  v3('GET', '/myPreventedMatches', {
    request: 'myPreventedMatches',
    params: ['symbol', 'preventedMatchId', 'orderId', 'fromPreventedMatchId', 'limit'],
    weight: myPreventedMatchesWeight,
    run: ({ books }, params) => myPreventedMatches(books, params),
  }),
  v3('GET', '/account', {
    request: 'account.status',
    params: ['omitZeroBalances'],
    weight: 20,
    run: ({ books }, params) => accountObject(books, params),
  }),
  v3('GET', '/account/commission', {
    request: 'account.commission',
    params: ['symbol'],
    weight: 20,
    run: (_desk, params) => accountCommission(params),
  }),
  v3('GET', '/rateLimit/order', {
    request: 'account.rateLimits.orders',
    params: [],
    weight: 40,
    run: ({ weights }) => rateLimitOrder(weights),
  }),
]

/** The separate weights of the wallet and the margin market are not counted. */
const wallet: readonly Operation[] = [
  signed('GET', '/sapi/v1/capital/config/getall', {
    params: [],
    weight: 0,
    run: ({ books }) => allCoins(books),
  }),
  signed('GET', '/sapi/v1/asset/tradeFee', {
    params: ['symbol'],
    weight: 0,
    run: (_desk, params) => tradeFees(params),
  }),
  withoutMargin('/sapi/v1/margin/allPairs'),
  withoutMargin('/sapi/v1/margin/isolated/allPairs'),
]

export const operations: readonly Operation[] = [...marketData, ...orders, ...account, ...wallet]
