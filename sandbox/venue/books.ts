import type { Recent } from '../recent.ts'
import type { Saved } from '../saved.ts'
import { type Account, fillAccount, receive, release } from './account.ts'
import { least, textOf, times } from './amounts.ts'
import { isTrading, type Listings } from './listing.ts'
import { newTape, type Print, type Tape } from './market/tape.ts'
import { type Prices, startPrices, stepOf } from './market/walk.ts'
import { type Market, markets } from './markets.ts'
import { type Fixed, type Offer, offerAgain, offersTo, type Taken } from './offers.ts'
import { isOpen, type Order, type PreventedMatch, restOf, type Trade } from './orders.ts'
import { checkSymbol, missing } from './requests/parameters.ts'
import { no, wordsOf } from './requests/refusal.ts'

/** An event of the account: an order as it now is, and the trade that changed it. */
export type ReportedEvent = Readonly<{
  kind: 'NEW' | 'TRADE' | 'CANCELED' | 'EXPIRED' | 'REPLACED' | 'TRADE_PREVENTION'
  order: Order
  trade: Trade | null
  /** For a cancel, the id of the request; for a changed order, its new id. */
  cancelId: string | null
  /** For an order that met one of the same account. */
  prevention?: Prevention
}>

/** The match that did not happen. */
export type Prevention = Readonly<{
  id: number
  quantity: bigint
  price: bigint
  counterId: number
}>

/** Every order and trade of the pooled account, and the state of the market. */
export type Books = {
  readonly report: (event: ReportedEvent) => void
  readonly now: () => number
  readonly orders: Recent<Order>
  readonly open: Map<number, Order>
  readonly trades: Recent<Trade>
  readonly prevented: Recent<PreventedMatch>
  readonly listings: Listings
  /** The public trades: ours, and those of others that move the price. */
  tape: Tape
  readonly account: Account
  readonly prices: Prices
  /** Offers of others that replace those made around the price, and the quantities taken of all. */
  readonly fixed: Fixed
  readonly taken: Taken
  /**
   * `walk`: prices move by themselves. `match`: orders meet them; else they wait for the control
   * API.
   */
  pace: { walk: boolean; match: boolean }
  /** The commission of each trade; null: a thousandth of the received amount. */
  commission: Readonly<{ asset: string; quantity: bigint }> | null
  /** Maximum open orders per symbol, for the whole account. */
  mostOpen: number
  /** Counts up from the clock, so that ids stay unique across restarts. */
  lastId: number
}

const mostOpenAtFirst = 5_000

export function newBooks(report: Books['report'], now: Books['now'], saved: Saved): Books {
  const account: Account = saved.map('venue.account')
  if (account.size === 0) fillAccount(account)
  const prices: Prices = saved.map('venue.prices')
  if (prices.size === 0) startPrices(prices)
  const orders = saved.list<Order>('venue.orders')
  return {
    report: report,
    now,
    orders,
    open: new Map(
      orders.all().flatMap((order) => (isOpen(order) ? [[order.orderId, order] as const] : [])),
    ),
    trades: saved.list('venue.trades'),
    prevented: saved.list('venue.prevented'),
    listings: new Map(),
    tape: newTape(now()),
    account,
    prices,
    fixed: new Map(),
    taken: new Map(),
    pace: { walk: true, match: true },
    commission: null,
    mostOpen: mostOpenAtFirst,
    lastId: Date.now(),
  }
}

export function forgetBooks(books: Books): void {
  books.orders.clear()
  books.open.clear()
  books.trades.clear()
  books.prevented.clear()
  books.listings.clear()
  const lastIds = [...markets.keys()].map((symbol) => books.tape.last(symbol).id)
  books.tape = newTape(books.now(), Math.max(...lastIds))
  fillAccount(books.account)
  startPrices(books.prices)
  books.fixed.clear()
  books.taken.clear()
  books.pace = { walk: true, match: true }
  books.commission = null
  books.mostOpen = mostOpenAtFirst
}

export function marketOf(symbol: string | undefined): Market {
  if (symbol === undefined) throw missing('symbol')
  const market = markets.get(checkSymbol(symbol))
  if (market === undefined) throw no(-1121, wordsOf.badSymbol)
  return market
}

/** The price that offers are made around; the price of the last trade is in the tape. */
export const priceOf = ({ prices }: Books, { symbol, start }: Market): bigint =>
  prices.get(symbol)?.price ?? start

export const spentOf = (market: Market, side: Order['side']): string =>
  side === 'BUY' ? market.quote : market.base

export const crosses = (
  { type, side, price }: Pick<Order, 'type' | 'side' | 'price'>,
  last: bigint,
) => type === 'MARKET' || (side === 'BUY' ? price >= last : price <= last)

/** Returns the offers that a taker meets, the best first. */
export const offersOf = (books: Books, market: Market, taker: Order['side']): readonly Offer[] =>
  offersTo(books, market, taker, priceOf(books, market))

/** Returns the best offers of both sides; zeros for an empty side. */
export function bestOffers(books: Books, market: Market) {
  const [bid] = offersOf(books, market, 'SELL')
  const [ask] = offersOf(books, market, 'BUY')
  return {
    bidPrice: textOf(bid?.shown ?? 0n),
    bidQty: textOf(bid?.quantity ?? 0n),
    askPrice: textOf(ask?.shown ?? 0n),
    askQty: textOf(ask?.quantity ?? 0n),
  }
}

type Fill = Readonly<{
  quantity: bigint
  price: bigint
  isMaker: boolean
  /** The id of the trade, if the other side of it is ours and has reported it. */
  id?: number
}>

/** Executes one trade of an order, less the venue's commission. */
export function fill(books: Books, before: Order, { quantity, price, isMaker, id: of }: Fill) {
  const market = marketOf(before.symbol)
  const quote = times(price, quantity)
  const isBuyer = before.side === 'BUY'
  const [spent, got] = isBuyer ? [quote, quantity] : [quantity, quote]
  const gotAsset = isBuyer ? market.base : market.quote
  const commission = books.commission ?? { asset: gotAsset, quantity: got / 1_000n }
  const executed = before.executed + quantity
  const whole = executed === before.quantity
  const kept = keptFor(before, quantity, spent, whole)
  release(books.account, spentOf(market, before.side), kept, spent)
  receive(books.account, gotAsset, got)
  receive(books.account, commission.asset, -commission.quantity)
  const time = books.now()
  const isBuyerMaker = isBuyer === isMaker
  const taker = isMaker ? null : before.orderId
  const { symbol } = market
  const id = of ?? books.tape.record(symbol, { price, quantity, time, isBuyerMaker, taker }).id
  const trade: Trade = {
    symbol,
    id,
    orderId: before.orderId,
    price,
    quantity,
    quote,
    commission: commission.quantity,
    commissionAsset: commission.asset,
    time,
    isBuyer,
    isMaker,
  }
  const order: Order = {
    ...before,
    executed,
    quoteExecuted: before.quoteExecuted + quote,
    status: whole ? 'FILLED' : 'PARTIALLY_FILLED',
    locked: before.locked - kept,
    updateTime: time,
  }
  books.trades.put(`${symbol}:${id}:${trade.orderId}`, trade)
  keep(books, order)
  books.report({ kind: 'TRADE', order, trade, cancelId: null })
  return { order, trade }
}

/** A buying limit order locked funds at its own price; the last fill unlocks the rest. */
function keptFor({ locked, price, side }: Order, quantity: bigint, spent: bigint, whole: boolean) {
  if (whole) return locked
  return least(locked, side === 'BUY' && price > 0n ? times(price, quantity) : spent)
}

/** Cancels or expires the open rest of an order. */
export function end(
  books: Books,
  before: Order,
  kind: 'CANCELED' | 'EXPIRED',
  cancelId: string | null,
): Order {
  release(books.account, spentOf(marketOf(before.symbol), before.side), before.locked)
  const order: Order = { ...before, status: kind, locked: 0n, updateTime: books.now() }
  keep(books, order)
  books.report({ kind, order, trade: null, cancelId })
  return order
}

/** Lowers the quantity of an open order, which gets another id of the client. */
export function amend(books: Books, before: Order, quantity: bigint, clientOrderId: string): Order {
  const rest = quantity - before.executed
  const needed = before.side === 'BUY' ? times(before.price, rest) : rest
  release(books.account, spentOf(marketOf(before.symbol), before.side), before.locked - needed)
  const order: Order = { ...before, quantity, locked: needed, updateTime: books.now() }
  keep(books, { ...order, clientOrderId })
  books.report({ kind: 'REPLACED', order, trade: null, cancelId: clientOrderId })
  return { ...order, clientOrderId }
}

/** Expires the rest of an order that met one of the same account. */
export function expireInMatch(books: Books, before: Order, prevention: Prevention): Order {
  release(books.account, spentOf(marketOf(before.symbol), before.side), before.locked)
  const order: Order = {
    ...before,
    status: 'EXPIRED_IN_MATCH',
    prevented: { id: prevention.id, quantity: restOf(before) },
    locked: 0n,
    updateTime: books.now(),
  }
  keep(books, order)
  books.report({ kind: 'TRADE_PREVENTION', order, trade: null, cancelId: null, prevention })
  return order
}

/** Sets a price; orders that it reaches or crosses are filled at their own price. */
export function setPrice(books: Books, market: Market, price: bigint): void {
  const at = books.prices.get(market.symbol)
  books.prices.set(market.symbol, { price, seed: at?.seed ?? 7 })
  offerAgain(books, market.symbol)
  fillCrossed(books, market, price)
  othersTrade(books, market, { price, quantity: market.step })
}

/** Records a trade between others at the new price of the market. */
function othersTrade(
  { tape, now }: Books,
  { symbol }: Market,
  at: Pick<Print, 'price' | 'quantity'>,
) {
  const isBuyerMaker = at.price < tape.last(symbol).price
  tape.record(symbol, { ...at, time: now(), isBuyerMaker, taker: null })
}

/** Moves every price one step, and restores the offers that were taken around it. */
export function walk(books: Books): void {
  for (const symbol of markets.keys()) offerAgain(books, symbol)
  if (!books.pace.walk) return
  for (const market of markets.values()) {
    const at = books.prices.get(market.symbol)
    if (at === undefined || !isTrading(books.listings, market.symbol)) continue
    const next = stepOf(market, at)
    books.prices.set(market.symbol, { price: next.price, seed: next.seed })
    fillCrossed(books, market, next.price)
    othersTrade(books, market, next)
  }
}

function fillCrossed(books: Books, { symbol }: Market, last: bigint): void {
  if (!books.pace.match || !isTrading(books.listings, symbol)) return
  for (const order of books.open.values()) {
    if (order.symbol !== symbol || !crosses(order, last)) continue
    const price = order.price > 0n ? order.price : last
    fill(books, order, { quantity: order.quantity - order.executed, price, isMaker: true })
  }
}

type Sought = Readonly<{
  symbol: string
  orderId?: number | undefined
  clientOrderId?: string | undefined
}>

/** Finds an order by the venue's id, or the newest one with our id. */
export function findOrder(books: Books, { symbol, orderId, clientOrderId }: Sought): Order | null {
  const found =
    orderId === undefined
      ? books.orders.all().findLast((one) => one.clientOrderId === clientOrderId)
      : books.orders.get(`${orderId}`)
  return found?.symbol === symbol ? found : null
}

export function keep(books: Books, order: Order): void {
  books.orders.put(`${order.orderId}`, order)
  if (isOpen(order)) books.open.set(order.orderId, order)
  else books.open.delete(order.orderId)
}

export function nextId(books: Books): number {
  books.lastId += 1
  return books.lastId
}
