import { randomBytes } from 'node:crypto'
import { lock } from './account.ts'
import { boughtFor, least, times } from './amounts.ts'
import {
  type Books,
  crosses,
  end,
  fill,
  keep,
  marketOf,
  nextId,
  offersOf,
  priceOf,
  spentOf,
} from './books.ts'
import { checkListing } from './listing.ts'
import type { Market } from './markets.ts'
import { type Offer, takeOffers } from './offers.ts'
import {
  type Asked,
  isOpen,
  type Order,
  type PreventedMatch,
  restOf,
  type Trade,
} from './orders.ts'
import { no, wordsOf } from './requests/refusal.ts'
import { meetOwn, ownOrdersMetBy } from './self-trades.ts'

/** Refuses an order that cannot be placed; changes nothing. */
export function checkOrder(books: Books, asked: Asked): void {
  const market = marketOf(asked.symbol)
  const last = priceOf(books, market)
  checkListing(books.listings, market.symbol, asked.selfTradeMode)
  checkFilters(market, asked, last)
  const meets = () => crosses(asked, last) || ownOrdersMetBy(books, asked).length > 0
  if (asked.type === 'LIMIT_MAKER' && meets()) {
    throw no(-2010, 'Order would immediately match and take.')
  }
}

export type Placed = Readonly<{
  order: Order
  trades: readonly Trade[]
  prevented: readonly PreventedMatch[]
}>

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
    prevented: null,
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

/**
 * Takes the offers within the order's price, large ones in several trades, and meets the account's
 * own resting orders among them. The rest of a market order, or of one that may not wait, expires.
 */
function meetMarket(books: Books, order: Order): Placed {
  const trades: Trade[] = []
  const prevented: PreventedMatch[] = []
  if (!books.pace.match) return { order, trades, prevented }
  const market = marketOf(order.symbol)
  const offers = offersOf(books, market, order.side).filter(({ price }) => crosses(order, price))
  const met = bestFirst(order.side, [...ownOrdersMetBy(books, order), ...offers])
  const enough = met.reduce((sum, one) => sum + openTo(order, one), 0n) >= order.quantity
  let now = order
  for (const one of order.timeInForce === 'FOK' && !enough ? [] : met) {
    if (!isOpen(now)) break
    if ('orderId' in one) {
      const after = meetOwn(books, now, one)
      now = after.taker
      trades.push(...(after.trade === null ? [] : [after.trade]))
      prevented.push(...(after.prevented === null ? [] : [after.prevented]))
    } else {
      const made = takeOffer(books, now, one)
      now = made.order
      trades.push(...made.trades)
    }
  }
  const rests = order.timeInForce === 'GTC' && order.type !== 'MARKET'
  const last = rests || !isOpen(now) ? now : end(books, now, 'EXPIRED', null)
  return { order: last, trades, prevented }
}

/** What a taker can have of an offer, or of another order of the account. */
function openTo({ selfTradeMode }: Order, one: Order | Offer): bigint {
  if (!('orderId' in one)) return one.quantity
  return selfTradeMode === 'NONE' ? restOf(one) : 0n
}

/** At one price our own orders come first, as they are listed. */
const bestFirst = <One extends Readonly<{ price: bigint }>>(
  taker: Order['side'],
  all: readonly One[],
): readonly One[] =>
  all.toSorted((a, b) => {
    if (a.price === b.price) return 0
    return a.price < b.price === (taker === 'BUY') ? -1 : 1
  })

function takeOffer(books: Books, order: Order, offer: Offer) {
  const trades: Trade[] = []
  const atOnce = marketOf(order.symbol).maxMarketQuantity / 4n
  let now = order
  let left = least(offer.quantity, restOf(order))
  takeOffers(books, order.symbol, order.side, left)
  while (left > 0n) {
    const quantity = least(left, atOnce)
    const made = fill(books, now, { quantity, price: offer.price, isMaker: false })
    now = made.order
    trades.push(made.trade)
    left -= quantity
  }
  return { order: now, trades }
}

const failed = (filter: string) => no(-1013, `Filter failure: ${filter}`)

/** Refuses orders that the symbol's filters refuse; never rounds for the caller. */
function checkFilters(market: Market, asked: Asked, lastPrice: bigint): void {
  const { type, side, price, quantity, quoteQuantity } = asked
  if (type !== 'MARKET') {
    if (price < market.tick || price % market.tick !== 0n) throw failed('PRICE_FILTER')
    const [down, up] = side === 'BUY' ? [50n, 115n] : [85n, 200n]
    if (price * 100n < lastPrice * down || price * 100n > lastPrice * up) {
      throw failed('PERCENT_PRICE_BY_SIDE')
    }
  }
  if (quoteQuantity === 0n) checkLot(market, asked)
  const notional = quoteQuantity > 0n ? quoteQuantity : times(price || lastPrice, quantity)
  if (notional < market.minNotional) throw failed('NOTIONAL')
  if (type !== 'MARKET' && notional > market.maxNotional) throw failed('NOTIONAL')
}

function checkLot(market: Market, { type, quantity }: Asked): void {
  const { step, maxQuantity, maxMarketQuantity } = market
  if (quantity < step || quantity > maxQuantity || quantity % step !== 0n) throw failed('LOT_SIZE')
  if (type === 'MARKET' && quantity > maxMarketQuantity) throw failed('MARKET_LOT_SIZE')
}
