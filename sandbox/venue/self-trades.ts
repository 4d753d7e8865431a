import { least, textOf } from './amounts.ts'
import { type Books, expireInMatch, fill, nextId } from './books.ts'
import { type Order, type PreventedMatch, restOf, type Trade } from './orders.ts'

/** The taker after it met the maker, with the trade or the prevented match. */
export type Met = Readonly<{ taker: Order; trade: Trade | null; prevented: PreventedMatch | null }>

/** Lets a taker meet a resting order of the same account. Only the taker's mode counts. */
export function meetOwn(books: Books, taker: Order, maker: Order): Met {
  const { symbol, selfTradeMode: mode } = taker
  const { price } = maker
  const quantity = least(restOf(taker), restOf(maker))
  if (mode === 'NONE') {
    // One trade of the market, which both orders report under its id.
    const made = fill(books, taker, { quantity, price, isMaker: false })
    fill(books, maker, { quantity, price, isMaker: true, id: made.trade.id })
    return { taker: made.order, trade: made.trade, prevented: null }
  }
  const expires = { taker: mode !== 'EXPIRE_MAKER', maker: mode !== 'EXPIRE_TAKER' }
  const prevented: PreventedMatch = {
    symbol,
    id: nextId(books),
    takerOrderId: taker.orderId,
    makerOrderId: maker.orderId,
    mode,
    price,
    takerPrevented: expires.taker ? restOf(taker) : null,
    makerPrevented: expires.maker ? restOf(maker) : null,
    time: books.now(),
  }
  books.prevented.put(`${prevented.id}`, prevented)
  const match = { id: prevented.id, quantity, price }
  if (expires.maker) expireInMatch(books, maker, { ...match, counterId: taker.orderId })
  const after = expires.taker
    ? expireInMatch(books, taker, { ...match, counterId: maker.orderId })
    : taker
  return { taker: after, trade: null, prevented }
}

/** Returns the account's resting orders that a taker crosses. */
export const ownOrdersMetBy = (
  books: Books,
  taker: Pick<Order, 'symbol' | 'side' | 'type' | 'price'>,
): readonly Order[] =>
  [...books.open.values()].filter(
    (one) =>
      one.symbol === taker.symbol &&
      one.side !== taker.side &&
      one.price > 0n &&
      (taker.type === 'MARKET' ||
        (taker.side === 'BUY' ? one.price <= taker.price : one.price >= taker.price)),
  )

const withQuantities = ({ takerPrevented, makerPrevented }: PreventedMatch) => ({
  ...(takerPrevented === null ? {} : { takerPreventedQuantity: textOf(takerPrevented) }),
  ...(makerPrevented === null ? {} : { makerPreventedQuantity: textOf(makerPrevented) }),
})

/** A prevented match as the venue lists it. */
export const preventedObject = (match: PreventedMatch) => ({
  symbol: match.symbol,
  preventedMatchId: match.id,
  takerOrderId: match.takerOrderId,
  makerSymbol: match.symbol,
  makerOrderId: match.makerOrderId,
  tradeGroupId: -1,
  selfTradePreventionMode: match.mode,
  price: textOf(match.price),
  ...withQuantities(match),
  transactTime: match.time,
})

/** The same in the response to placing the taker. */
export const preventedInResponse = (match: PreventedMatch) => ({
  preventedMatchId: match.id,
  makerSymbol: match.symbol,
  makerOrderId: match.makerOrderId,
  price: textOf(match.price),
  ...withQuantities(match),
})
