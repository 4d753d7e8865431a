import { randomBytes } from 'node:crypto'
import { commissionForOrder } from './account-calls.ts'
import { type Books, end, findOrder, marketOf } from './books.ts'
import {
  cancelledObject,
  isOpen,
  type Order,
  orderObject,
  placedObject,
  readOrder,
  tradeObject,
} from './orders.ts'
import { checkOrder, place } from './placing.ts'
import {
  badCombination,
  choiceOf,
  clientIdOf,
  flagOf,
  limitOf,
  numberOf,
  type Params,
} from './requests/parameters.ts'
import { no, wordsOf } from './requests/refusal.ts'
import { preventedInResponse, preventedObject } from './self-trades.ts'

export function placeOrder(books: Books, params: Params, countOrder: () => void) {
  const asked = readOrder(params)
  countOrder()
  const { order, trades, prevented } = place(books, asked)
  return placedObject(order, { trades, prevented: prevented.map(preventedInResponse) }, asked.form)
}

export function testOrder(books: Books, params: Params) {
  checkOrder(books, readOrder(params))
  return flagOf(params, 'computeCommissionRates') === true ? commissionForOrder : {}
}

export const testOrderWeight = ({ computeCommissionRates }: Params): number =>
  computeCommissionRates === 'true' ? 20 : 1

export function openOrders(books: Books, { symbol }: Params) {
  if (symbol !== undefined) marketOf(symbol)
  return openOf(books, symbol).map(orderObject)
}

export const openOrdersWeight = ({ symbol }: Params): number => (symbol === undefined ? 80 : 6)

const openOf = (books: Books, symbol: string | undefined): readonly Order[] =>
  [...books.open.values()].filter((one) => symbol === undefined || one.symbol === symbol)

const dayMs = 86_400_000

function span(params: Params) {
  const from = numberOf(params, 'startTime')
  const to = numberOf(params, 'endTime')
  if (from !== null && to !== null && to - from > dayMs) {
    throw no(-1127, 'More than 24 hours between startTime and endTime.')
  }
  return { from, to }
}

type Span = ReturnType<typeof span>

const within = ({ from, to }: Span, time: number): boolean =>
  time >= (from ?? 0) && time <= (to ?? Number.MAX_SAFE_INTEGER)

/** Returns the first rows of a list if the caller gave a start, else the last. */
const page = <Row>(rows: readonly Row[], params: Params, hasStart: boolean): readonly Row[] => {
  const count = limitOf(params, 500)
  return hasStart ? rows.slice(0, count) : rows.slice(-count)
}

export function allOrders(books: Books, params: Params) {
  const { symbol } = marketOf(params['symbol'])
  const times = span(params)
  const fromId = numberOf(params, 'orderId')
  const found = books.orders
    .all()
    .filter((one) => one.symbol === symbol && one.orderId >= (fromId ?? 0))
    .filter(({ time }) => within(times, time))
  return page(found, params, fromId !== null || times.from !== null).map(orderObject)
}

export function myTrades(books: Books, params: Params) {
  const { symbol } = marketOf(params['symbol'])
  const times = span(params)
  const orderId = numberOf(params, 'orderId')
  const fromId = numberOf(params, 'fromId')
  const timed = times.from !== null || times.to !== null
  if (timed && (orderId !== null || fromId !== null)) throw badCombination()
  const found = books.trades
    .all()
    .filter((one) => one.symbol === symbol && (orderId === null || one.orderId === orderId))
    .filter(({ id, time }) => id >= (fromId ?? 0) && within(times, time))
  return page(found, params, fromId !== null || times.from !== null).map(tradeObject)
}

/** Lists the matches of own orders that were prevented: one of them, or those of an order. */
export function myPreventedMatches(books: Books, params: Params) {
  const { symbol } = marketOf(params['symbol'])
  const id = numberOf(params, 'preventedMatchId')
  const orderId = numberOf(params, 'orderId')
  const fromId = numberOf(params, 'fromPreventedMatchId')
  if ((id === null) === (orderId === null) || (fromId !== null && orderId === null)) {
    throw badCombination()
  }
  const found = books.prevented
    .all()
    .filter((one) => one.symbol === symbol && (id === null || one.id === id))
    .filter((one) => orderId === null || [one.takerOrderId, one.makerOrderId].includes(orderId))
    .filter((one) => one.id >= (fromId ?? 0))
  return page(found, params, true).map(preventedObject)
}

export const myPreventedMatchesWeight = ({ preventedMatchId }: Params): number =>
  preventedMatchId === undefined ? 20 : 2

export const myTradesWeight = ({ orderId }: Params): number => (orderId === undefined ? 20 : 5)

/**
 * Finds the order that a call names by `orderId`, `origClientOrderId` or both; then both must
 * match.
 */
function sought(books: Books, params: Params): Order | null {
  const { symbol } = marketOf(params['symbol'])
  const orderId = numberOf(params, 'orderId') ?? undefined
  const clientOrderId = clientIdOf(params, 'origClientOrderId') ?? undefined
  if (orderId === undefined && clientOrderId === undefined) {
    throw no(
      -1102,
      "Param 'origClientOrderId' or 'orderId' must be sent, but both were empty/null!",
    )
  }
  const found = findOrder(books, { symbol, orderId, clientOrderId })
  return clientOrderId === undefined || found?.clientOrderId === clientOrderId ? found : null
}

export function queryOrder(books: Books, params: Params) {
  const found = sought(books, params)
  if (found === null) throw no(-2013, wordsOf.noSuchOrder)
  return orderObject(found)
}

const cancelIdOf = (params: Params): string =>
  clientIdOf(params, 'newClientOrderId') ?? randomBytes(11).toString('hex')

const restrictions = ['ONLY_NEW', 'ONLY_PARTIALLY_FILLED'] as const

export function cancelOrder(books: Books, params: Params) {
  const refusal = no(-1145, `cancelRestrictions has to be either ${restrictions.join(' or ')}.`)
  const restriction = choiceOf(params, 'cancelRestrictions', restrictions, refusal)
  const cancelId = cancelIdOf(params)
  const found = sought(books, params)
  if (found === null || !isOpen(found)) throw no(-2011, wordsOf.unknownOrder)
  if (restriction !== null && restriction !== `ONLY_${found.status}`) {
    throw no(-2011, 'Order was not canceled due to cancel restrictions.')
  }
  return cancelledObject(end(books, found, 'CANCELED', cancelId), cancelId)
}

/** Cancels every open order of one symbol, with one request id. */
export function cancelAll(books: Books, params: Params) {
  const { symbol } = marketOf(params['symbol'])
  const open = openOf(books, symbol)
  if (open.length === 0) throw no(-2011, wordsOf.unknownOrder)
  const cancelId = cancelIdOf({})
  return open.map((order) => cancelledObject(end(books, order, 'CANCELED', cancelId), cancelId))
}
