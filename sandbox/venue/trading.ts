import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { balanceObjects } from './account.ts'
import { type Books, checkOrder, end, findOrder, marketOf, place } from './books.ts'
import type { Desk } from './desk.ts'
import { admit, missing, paramsOf } from './gate.ts'
import { limitOf, timeOf } from './market-data.ts'
import {
  cancelledObject,
  isOpen,
  type Order,
  orderObject,
  placedObject,
  readOrder,
  tradeObject,
} from './orders.ts'
import { no, wordsOf } from './refusal.ts'

type Params = Readonly<Record<string, string>>
type Work = (params: Params, reply: FastifyReply) => unknown

/** Orders, trades and balances of the account: every call is signed. */
export function mountTrading(api: FastifyInstance, desk: Desk): void {
  const { books, weights, spoiled } = desk
  const signed = (weight: number, work: Work) => (request: FastifyRequest, reply: FastifyReply) => {
    weights.enter(weight, reply)
    const params = paramsOf(request)
    admit(desk.frame.secrets, request, desk.now())
    const path = request.url.slice('/venue'.length).split('?', 1).join()
    return spoiled(request.method, path, () => work(params, reply))
  }

  api.post(
    '/order',
    signed(1, (params, reply) => {
      const asked = readOrder(params)
      weights.countOrder(reply)
      const { order, trades } = place(books, asked)
      return placedObject(order, trades, asked.form)
    }),
  )
  api.post(
    '/order/test',
    signed(1, (params) => {
      checkOrder(books, readOrder(params))
      return {}
    }),
  )
  api.get(
    '/order',
    signed(4, (params) => orderObject(sought(books, params))),
  )
  api.delete(
    '/order',
    signed(1, (params) => cancel(books, params)),
  )
  api.get(
    '/openOrders',
    signed(6, ({ symbol }) => {
      if (symbol !== undefined) marketOf(symbol)
      const fits = (one: Order) => symbol === undefined || one.symbol === symbol
      return [...books.open.values()].filter(fits).map(orderObject)
    }),
  )
  api.get(
    '/allOrders',
    signed(20, (params) => allOrders(books, params)),
  )
  api.get(
    '/myTrades',
    signed(20, (params) => myTrades(books, params)),
  )
  api.get(
    '/account',
    signed(20, () => accountObject(desk)),
  )
}

const dayMs = 86_400_000

function span(params: Params) {
  const from = timeOf(params, 'startTime')
  const to = timeOf(params, 'endTime')
  if (from !== null && to !== null && to - from > dayMs) {
    throw no(-1127, 'More than 24 hours between startTime and endTime.')
  }
  return { from: from ?? 0, to: to ?? Number.MAX_SAFE_INTEGER }
}

function allOrders(books: Books, params: Params) {
  const { symbol } = marketOf(params['symbol'])
  const { from, to } = span(params)
  const least = idOf(params['orderId']) ?? 0
  return books.orders
    .all()
    .filter((one) => one.symbol === symbol && one.orderId >= least)
    .filter(({ time }) => time >= from && time <= to)
    .slice(0, limitOf(params, 500))
    .map(orderObject)
}

function myTrades(books: Books, params: Params) {
  const { symbol } = marketOf(params['symbol'])
  const { from, to } = span(params)
  const order = idOf(params['orderId'])
  const least = idOf(params['fromId'])
  const fits = books.trades
    .all()
    .filter((one) => one.symbol === symbol && (order === null || one.orderId === order))
    .filter(({ id, time }) => id >= (least ?? 0) && time >= from && time <= to)
  const count = limitOf(params, 500)
  // From an id on, or from a time on, it is the first ones; else it is the last ones.
  const first = least !== null || from > 0
  return (first ? fits.slice(0, count) : fits.slice(-count)).map(tradeObject)
}

const idOf = (text: string | undefined): number | null => {
  if (text === undefined) return null
  if (!/^\d{1,15}$/.test(text)) throw no(-1100, 'Illegal characters found in a parameter.')
  return Number(text)
}

function sought(books: Books, params: Params): Order {
  const { symbol } = marketOf(params['symbol'])
  const { origClientOrderId: clientOrderId } = params
  const orderId = idOf(params['orderId']) ?? undefined
  if (orderId === undefined && clientOrderId === undefined) throw missing('orderId')
  const found = findOrder(books, { symbol, orderId, clientOrderId })
  if (found === null) throw no(-2013, wordsOf.noSuchOrder)
  return found
}

function cancel(books: Books, params: Params) {
  const { symbol } = marketOf(params['symbol'])
  const orderId = idOf(params['orderId']) ?? undefined
  const { origClientOrderId: clientOrderId } = params
  if (orderId === undefined && clientOrderId === undefined) throw missing('orderId')
  const found = findOrder(books, { symbol, orderId, clientOrderId })
  if (found === null || !isOpen(found)) throw no(-2011, wordsOf.unknownOrder)
  const cancelId = params['newClientOrderId'] ?? randomBytes(11).toString('hex')
  return cancelledObject(end(books, found, 'CANCELED', cancelId), cancelId)
}

const accountObject = ({ books, now }: Desk) => ({
  makerCommission: 10,
  takerCommission: 10,
  buyerCommission: 0,
  sellerCommission: 0,
  commissionRates: {
    maker: '0.00100000',
    taker: '0.00100000',
    buyer: '0.00000000',
    seller: '0.00000000',
  },
  canTrade: true,
  canWithdraw: true,
  canDeposit: true,
  brokered: false,
  requireSelfTradePrevention: false,
  preventSor: false,
  updateTime: now(),
  accountType: 'SPOT',
  balances: balanceObjects(books.account),
  permissions: ['SPOT'],
  uid: 354_937_868,
})
