import { randomBytes } from 'node:crypto'
import { keptItems, type Recent, recent } from '../recent.ts'
import { type Account, lock, newAccount, receive, release } from './account.ts'
import { boughtFor, least, textOf, times } from './amounts.ts'
import { checkFilters } from './filters.ts'
import { type Market, markets } from './markets.ts'
import { type Fixed, type Offer, offerAgain, offersTo, type Taken, takeOffers } from './offers.ts'
import { type Asked, isOpen, type Order, type Trade } from './orders.ts'
import { checkSymbol, missing } from './parameters.ts'
import { no, wordsOf } from './refusal.ts'
import { newTape, type Print, type Tape } from './tape.ts'
import { newPrices, type Prices, stepOf } from './walk.ts'

/** An event of the account: an order as it now is, and the trade that changed it. */
export type ReportedEvent = Readonly<{
  kind: 'NEW' | 'TRADE' | 'CANCELED' | 'EXPIRED'
  order: Order
  trade: Trade | null
  /** For a cancel: the id of the request. */
  cancelId: string | null
}>

/** Every order and trade of the pooled account, and the state of the market. */
export type Books = {
  readonly report: (event: ReportedEvent) => void
  readonly now: () => number
  readonly orders: Recent<Order>
  readonly open: Map<number, Order>
  readonly trades: Recent<Trade>
  /** The public trades: ours, and those of others that move the price. */
  tape: Tape
  account: Account
  prices: Prices
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

export function newBooks(report: Books['report'], now: Books['now']): Books {
  return {
    report: report,
    now,
    orders: recent<Order>(keptItems),
    open: new Map(),
    trades: recent<Trade>(keptItems),
    tape: newTape(now()),
    account: newAccount(),
    prices: newPrices(),
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
  const lastIds = [...markets.keys()].map((symbol) => books.tape.last(symbol).id)
  books.tape = newTape(books.now(), Math.max(...lastIds))
  books.account = newAccount()
  books.prices = newPrices()
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
const priceOf = ({ prices }: Books, { symbol, start }: Market): bigint =>
  prices.get(symbol)?.price ?? start

/** Refuses an order that cannot be placed; changes nothing. */
export function checkOrder(books: Books, asked: Asked): void {
  const market = marketOf(asked.symbol)
  const last = priceOf(books, market)
  checkFilters(market, asked, last)
  if (asked.type === 'LIMIT_MAKER' && crosses(asked, last)) {
    throw no(-2010, 'Order would immediately match and take.')
  }
}

export type Placed = Readonly<{ order: Order; trades: readonly Trade[] }>

/** Accepts an order, reports it, and matches it with the market. */
export function place(books: Books, asked: Asked): Placed {
  checkOrder(books, asked)
  const clientOrderId = asked.clientOrderId ?? randomBytes(11).toString('hex')
  const twin = [...books.open.values()].some((one) => one.clientOrderId === clientOrderId)
  if (twin) throw no(-2010, wordsOf.duplicate)
  const open = [...books.open.values()].filter(({ symbol }) => symbol === asked.symbol).length
  if (open >= books.mostOpen) throw no(-1013, 'Filter failure: MAX_NUM_ORDERS')
  const market = marketOf(asked.symbol)
  const time = books.now()
  const sized = { ...asked, quantity: quantityOf(market, asked, priceOf(books, market)) }
  const locked = neededFor(sized, priceOf(books, market))
  lock(books.account, spentOf(market, asked.side), locked)
  const { clientOrderId: _, form, ...terms } = sized
  const order: Order = {
    ...terms,
    clientOrderId,
    orderId: nextId(books),
    executed: 0n,
    quoteExecuted: 0n,
    status: 'NEW',
    locked,
    time,
    updateTime: time,
  }
  keep(books, order)
  books.report({ kind: 'NEW', order, trade: null, cancelId: null })
  return meetMarket(books, order)
}

const quantityOf = (market: Market, asked: Asked, last: bigint): bigint =>
  asked.quoteQuantity > 0n ? boughtFor(asked.quoteQuantity, last, market.step) : asked.quantity

function neededFor(asked: Asked, last: bigint): bigint {
  if (asked.side === 'SELL') return asked.quantity
  if (asked.quoteQuantity > 0n) return asked.quoteQuantity
  return times(asked.type === 'MARKET' ? last : asked.price, asked.quantity)
}

const spentOf = (market: Market, side: Order['side']): string =>
  side === 'BUY' ? market.quote : market.base

const crosses = ({ type, side, price }: Pick<Order, 'type' | 'side' | 'price'>, last: bigint) =>
  type === 'MARKET' || (side === 'BUY' ? price >= last : price <= last)

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

/**
 * Takes the offers within the order's price, large ones in several trades. The rest of a market
 * order, or of one that may not wait, expires.
 */
function meetMarket(books: Books, order: Order): Placed {
  if (!books.pace.match) return { order, trades: [] }
  const market = marketOf(order.symbol)
  const met = offersOf(books, market, order.side).filter(({ price }) => crosses(order, price))
  const enough = met.reduce((sum, { quantity }) => sum + quantity, 0n) >= order.quantity
  const trades: Trade[] = []
  let now = order
  const atOnce = market.maxMarketQuantity / 4n
  for (const offer of order.timeInForce === 'FOK' && !enough ? [] : met) {
    let left = least(offer.quantity, now.quantity - now.executed)
    takeOffers(books, order.symbol, order.side, left)
    while (left > 0n) {
      const quantity = least(left, atOnce)
      const made = fill(books, now, { quantity, price: offer.price, isMaker: false })
      now = made.order
      trades.push(made.trade)
      left -= quantity
    }
  }
  const rests = order.timeInForce === 'GTC' && order.type !== 'MARKET'
  return { order: rests || !isOpen(now) ? now : end(books, now, 'EXPIRED', null), trades }
}

type Fill = Readonly<{ quantity: bigint; price: bigint; isMaker: boolean }>

/** Executes one trade of an order, less the venue's commission. */
export function fill(books: Books, before: Order, { quantity, price, isMaker }: Fill) {
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
  const { id } = books.tape.record(symbol, { price, quantity, time, isBuyerMaker, taker })
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
  books.trades.put(`${symbol}:${id}`, trade)
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
    if (at === undefined) continue
    const next = stepOf(market, at)
    books.prices.set(market.symbol, { price: next.price, seed: next.seed })
    fillCrossed(books, market, next.price)
    othersTrade(books, market, next)
  }
}

function fillCrossed(books: Books, { symbol }: Market, last: bigint): void {
  if (!books.pace.match) return
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

function keep(books: Books, order: Order): void {
  books.orders.put(`${order.orderId}`, order)
  if (isOpen(order)) books.open.set(order.orderId, order)
  else books.open.delete(order.orderId)
}

export function nextId(books: Books): number {
  books.lastId += 1
  return books.lastId
}
