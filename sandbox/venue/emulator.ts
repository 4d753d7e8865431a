import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Emulator, Frame } from '../emulator.ts'
import { Refused, read } from '../refused.ts'
import { balanceObjects, setFree } from './account.ts'
import { isDecimal, textOf, units, unitsOf } from './amounts.ts'
import {
  amend,
  type Books,
  end,
  fill,
  findOrder,
  forgetBooks,
  marketOf,
  setPrice,
  walk,
} from './books.ts'
import { type Desk, newDesk } from './desk.ts'
import { listingOf, selfTradeModes, symbolStatuses } from './listing.ts'
import { type Market, markets } from './markets.ts'
import { fixOffers } from './offers.ts'
import { isOpen, type Order, orderObject, tradeObject } from './orders.ts'
import { codeOf, pageOf } from './requests/refusal.ts'
import { mountOperations, serveRequest } from './requests/serving.ts'
import { Spoil } from './requests/spoiling.ts'
import { meetOwn, preventedObject } from './self-trades.ts'

const Amount = z.union([z.string(), z.number()]).transform(String).refine(isDecimal)
const Price = z.strictObject({ symbol: z.string(), price: Amount })
const Offers = z.array(z.tuple([Amount, Amount])).max(5_000)
const Depth = z.union([
  z.strictObject({ symbol: z.string(), bids: Offers, asks: Offers }),
  z.strictObject({ symbol: z.string() }),
])
const Fills = z.strictObject({
  clientOrderId: z.string(),
  quantity: Amount,
  price: Amount.optional(),
})
const SymbolState = z.strictObject({
  symbol: z.string(),
  status: z.enum(symbolStatuses).optional(),
  selfTradeModes: z.array(z.enum(selfTradeModes)).min(1).optional(),
})
const SelfTrade = z.strictObject({ maker: z.string(), taker: z.string() })
const Ended = z.strictObject({
  clientOrderId: z.string(),
  status: z.enum(['CANCELED', 'EXPIRED']).default('CANCELED'),
})
const Amended = z.strictObject({ clientOrderId: z.string(), quantity: Amount })
const Pace = z.strictObject({ walk: z.boolean().optional(), match: z.boolean().optional() })
const Clock = z.strictObject({ offsetMs: z.int() })
const Bounds = z.strictObject({
  weight: z.int().positive().optional(),
  orders: z.int().nonnegative().optional(),
  ordersADay: z.int().nonnegative().optional(),
  openOrders: z.int().positive().optional(),
})
const Balance = z.strictObject({ asset: z.string(), free: Amount })
const signed = (text: string): bigint =>
  text.startsWith('-') ? -units(text.slice(1)) : units(text)

/** A negative quantity is a rebate. */
const Commission = z.strictObject({
  asset: z.string(),
  quantity: z.string().refine((text) => isDecimal(text.replace('-', ''))),
})
const Event = z.strictObject({
  body: z.string(),
  /** Of bytes that are no text: `base64`. */
  encoding: z.enum(['utf8', 'base64']).default('utf8'),
})
const Dropped = z.strictObject({
  drop: z.boolean().optional(),
  silent: z.boolean().optional(),
  terminate: z.boolean().optional(),
})

const stepEveryMs = 1_000

/** The trading venue: one pooled account, a moving market, and reports of events. */
export function venue(frame: Frame): Emulator {
  const desk: Desk = newDesk(frame, (name, params) => serveRequest(desk, name, params))
  const { books, clock, stream, market } = desk
  return {
    name: 'venue',
    root: '/venue',
    mount(api) {
      stream.mount(api)
      market.mount(api)
      const walking = setInterval(() => walk(books), stepEveryMs)
      api.addHook('preClose', async () => clearInterval(walking))
      mountOperations(api, desk)
    },
    control: (api) => mountControl(api, desk),
    failure: (status, message, code) =>
      status === 404
        ? { body: pageOf(404), headers: { 'content-type': 'text/html' } }
        : { body: { code: codeOf(status, code), msg: message } },
    state: () => ({
      venue: {
        orders: books.orders.all().map(orderObject),
        trades: books.trades.all().map(tradeObject),
        balances: balanceObjects(books.account),
        preventedMatches: books.prevented.all().map(preventedObject),
      },
    }),
    reset() {
      forgetBooks(books)
      desk.clear()
      desk.weights.reset()
      stream.setSilent(false)
      market.setSilent(false)
      clock.offsetMs = 0
    },
  }
}

function mountControl(api: FastifyInstance, desk: Desk): void {
  const { books, stream } = desk
  mountOrderControl(api, books)
  mountSymbolControl(api, books)
  api.get('/venue/pace', () => books.pace)
  api.post('/venue/pace', (request) => {
    const { walk: walks, match } = read(Pace, request.body)
    return Object.assign(books.pace, {
      walk: walks ?? books.pace.walk,
      match: match ?? books.pace.match,
    })
  })
  api.post('/venue/events', async (request) => {
    const { body: sent, encoding } = read(Event, request.body)
    const { status, body } = await desk.relay.sendOnce(Buffer.from(sent, encoding))
    return { status, body }
  })
  api.post('/venue/answers', (request) => {
    const spoil = read(Spoil, request.body)
    desk.add(spoil)
    return spoil
  })
  api.post('/venue/clock', (request) => Object.assign(desk.clock, read(Clock, request.body)))
  api.post('/venue/limits', (request) => {
    const { openOrders, ...bounds } = read(Bounds, request.body)
    books.mostOpen = openOrders ?? books.mostOpen
    return { ...desk.weights.set(bounds), openOrders: books.mostOpen }
  })
  api.post('/venue/commission', (request) => {
    const { asset, quantity } = read(Commission, request.body)
    books.commission = { asset, quantity: signed(quantity) }
    return { asset, quantity }
  })
  api.post('/venue/balances', (request) => {
    const { asset, free } = read(Balance, request.body)
    setFree(books.account, asset, units(free))
    return { asset, free }
  })
  api.post('/venue/stream', (request) => {
    const { drop, silent, terminate } = read(Dropped, request.body)
    if (silent !== undefined) stream.setSilent(silent)
    if (terminate === true) stream.terminate()
    if (drop === true) stream.drop()
    return { listeners: stream.listeners() }
  })
  api.post('/venue/market-stream', (request) => {
    const { drop, silent } = read(Dropped, request.body)
    if (silent !== undefined) desk.market.setSilent(silent)
    if (drop === true) desk.market.drop()
    return { listeners: desk.market.listeners() }
  })
  api.get('/venue/market-stream', () => ({ listeners: desk.market.listeners() }))
  api.get('/venue/stream', () => ({ listeners: stream.listeners() }))
}

/** The state of symbols, and orders of the account that meet. */
function mountSymbolControl(api: FastifyInstance, books: Books): void {
  api.post('/venue/symbols', (request) => {
    const { symbol, status, selfTradeModes: modes } = read(SymbolState, request.body)
    const before = listingOf(books.listings, marketOf(symbol).symbol)
    const listing = {
      status: status ?? before.status,
      selfTradeModes: modes ?? before.selfTradeModes,
    }
    books.listings.set(symbol, listing)
    if (listing.status === 'BREAK') expireAll(books, symbol)
    return { symbol, ...listing }
  })
  api.post('/venue/self-trades', (request) => {
    const { maker, taker } = read(SelfTrade, request.body)
    const [resting, taking] = [openOrder(books, maker), openOrder(books, taker)]
    if (resting.symbol !== taking.symbol || resting.side === taking.side) {
      throw new Refused(400, 'INVALID', 'they are not a buy and a sale of one symbol')
    }
    const met = meetOwn(books, taking, resting)
    return {
      taker: orderObject(met.taker),
      trade: met.trade && tradeObject(met.trade),
      preventedMatch: met.prevented && preventedObject(met.prevented),
    }
  })
}

function mountOrderControl(api: FastifyInstance, books: Books): void {
  api.get('/venue/prices', () => [...markets.values()].map((market) => pricesOf(books, market)))
  api.post('/venue/price', (request) => {
    const { symbol, price } = read(Price, request.body)
    const market = marketOf(symbol)
    const wanted = unitsOf(price)
    if (wanted === null || wanted < market.tick || wanted % market.tick !== 0n) {
      throw new Refused(400, 'INVALID', 'price: not a multiple of the tick')
    }
    setPrice(books, market, wanted)
    return { symbol, price }
  })
  api.post('/venue/depth', (request) => {
    const wanted = read(Depth, request.body)
    const { symbol } = marketOf(wanted.symbol)
    const offers = (texts: z.output<typeof Offers>) =>
      texts.map(([price, quantity]) => {
        return { shown: units(price), price: units(price), quantity: units(quantity) }
      })
    fixOffers(
      books,
      symbol,
      'asks' in wanted ? { BUY: offers(wanted.asks), SELL: offers(wanted.bids) } : null,
    )
    return wanted
  })
  api.post('/venue/fills', (request) => {
    const { clientOrderId, quantity, price } = read(Fills, request.body)
    const order = openOrder(books, clientOrderId)
    const wanted = units(quantity)
    if (wanted <= 0n || wanted > order.quantity - order.executed) {
      throw new Refused(400, 'INVALID', 'quantity: more than is open, or nothing')
    }
    const at = price === undefined ? order.price : units(price)
    const last = books.prices.get(order.symbol)?.price ?? 0n
    const made = fill(books, order, {
      quantity: wanted,
      price: at === 0n ? last : at,
      isMaker: true,
    })
    return { order: orderObject(made.order), trade: tradeObject(made.trade) }
  })
  api.post('/venue/orders/end', (request) => {
    const { clientOrderId, status } = read(Ended, request.body)
    return orderObject(end(books, openOrder(books, clientOrderId), status, null))
  })
  api.post('/venue/orders/amend', (request) => {
    const { clientOrderId, quantity } = read(Amended, request.body)
    const order = openOrder(books, clientOrderId)
    const wanted = units(quantity)
    if (wanted <= order.executed || wanted >= order.quantity) {
      throw new Refused(400, 'INVALID', 'quantity: not less than before, or already executed')
    }
    return orderObject(amend(books, order, wanted, randomUUID().replaceAll('-', '').slice(0, 22)))
  })
}

/** Expires every open order of a symbol, as the venue does before it delists one. */
function expireAll(books: Books, symbol: string): void {
  for (const order of books.open.values()) {
    if (order.symbol === symbol) end(books, order, 'EXPIRED', null)
  }
}

const pricesOf = ({ prices, listings }: Books, { symbol, base, quote, start, tick }: Market) => ({
  symbol,
  base,
  quote,
  price: textOf(prices.get(symbol)?.price ?? start),
  start: textOf(start),
  tick: textOf(tick),
  status: listingOf(listings, symbol).status,
})

function openOrder(books: Books, clientOrderId: string): Order {
  for (const { symbol } of markets.values()) {
    const found = findOrder(books, { symbol, clientOrderId })
    if (found !== null && isOpen(found)) return found
  }
  throw new Refused(404, 'NOT_FOUND', 'no open order has this id')
}
