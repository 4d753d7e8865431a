import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { Random } from '../../base/secrets/crypto.ts'
import { chunks } from '../../base/values/chunks.ts'
import type { UserId } from '../../base/values/ids.ts'
import type { Answer, Tools } from '../outbound.ts'
import { type HouseRefusals, houseRefusals } from './house-refusals.ts'
import { listenToMarket, type MarketListener } from './market-stream.ts'
import { type LearntCaps, type OpenOrderCaps, openOrderCaps } from './open-order-caps.ts'
import type { NoSlot, OrderSlot } from './order-counts.ts'
import type { SocketBounds, VenueStream } from './reconnecting-socket.ts'
import { type SymbolStates, symbolStates } from './symbol-states.ts'
import { type ListenerOf, listenTo } from './user-stream.ts'
import { venueLimits } from './venue-limits.ts'
import { type VenueLine, venueLine } from './venue-line.ts'
import {
  AccountObject,
  type BestPrices,
  BookTickers,
  DepthObject,
  OrderObject,
  Orders,
  PlacedObject,
  type PlacedOrder,
  Prices,
  type PublicTrade,
  PublicTrades,
  ServerTime,
  Trades,
  type VenueBalance,
  type VenueCandle,
  VenueCandles,
  type VenueDepth,
  VenueExchangeInfo,
  type VenueMarket,
  type VenueOrder,
  type VenueTrade,
} from './venue-objects.ts'
import type { VenueSettings } from './venue-settings.ts'

/**
 * An order to place; amounts are plain decimals. It always has a price, since the venue executes
 * orders without one at any price.
 */
export type NewVenueOrder = Readonly<{
  symbol: string
  side: 'BUY' | 'SELL'
  /** Our own id, and the only one that finds an order whose response was lost. */
  clientOrderId: string
  quantity: string
  price: string
  /** Whether the part that is not executed at once waits until it is cancelled; else it expires. */
  rests: boolean
}>

/** An order by the venue's id or by ours. */
export type OrderSought = Readonly<{ symbol: string }> &
  (Readonly<{ orderId: string }> | Readonly<{ clientOrderId: string }>)

export type TradesSought = Readonly<{
  symbol: string
  orderId?: string
  /** This trade and those after it. */
  fromId?: string
  limit: number
}>

export type CandlesSought = Readonly<{
  symbol: string
  interval: string
  startTime?: number
  endTime?: number
  limit: number
}>

/** The budget share that a read is counted in. */
export type PricePurpose = 'price' | 'public'

/**
 * The venue that executes orders, by the spot API of Binance, with one account for all users.
 * Rejected is the venue's refusal, with its code. Unknown leaves open whether the call had an
 * effect.
 */
export type Venue = Readonly<{
  /** The venue's clock, in milliseconds. */
  time: () => Promise<Answer<number>>
  /** Returns the markets of these symbols; those unknown to the venue are missing. */
  markets: (
    symbols: readonly string[],
    purpose: 'account' | 'public',
  ) => Promise<Answer<readonly VenueMarket[]>>
  candles: (sought: CandlesSought) => Promise<Answer<readonly VenueCandle[]>>
  /** Returns last prices by symbol. */
  prices: (
    symbols: readonly string[],
    purpose: PricePurpose,
  ) => Promise<Answer<ReadonlyMap<string, string>>>
  bestPrices: (
    symbols: readonly string[],
    purpose: PricePurpose,
  ) => Promise<Answer<ReadonlyMap<string, BestPrices>>>
  /** Returns the offers at the best prices of a symbol. */
  depth: (symbol: string, purpose: PricePurpose) => Promise<Answer<VenueDepth>>
  /** Returns the newest trades of a symbol between any accounts, oldest first. */
  publicTrades: (symbol: string) => Promise<Answer<readonly PublicTrade[]>>
  /** Validates an order as if it were placed, without placing it. */
  testOrder: (order: NewVenueOrder) => Promise<Answer<void>>
  /** Takes a slot among the orders that the venue accepts from all users in ten seconds. */
  takeOrderSlot: (user: UserId) => OrderSlot | NoSlot
  /** Gives back the slot of an order that is not sent. */
  releaseOrderSlot: (slot: OrderSlot) => void
  /** How many open orders the venue accepts for all users together. */
  openOrderCaps: () => OpenOrderCaps
  /** Whether the venue takes orders of a symbol, as it last reported; true before it was asked. */
  isTraded: (symbol: string) => boolean
  /** `beforeMs`: by our monotonic clock, the order is not sent after this time. */
  placeOrder: (
    order: NewVenueOrder,
    sending?: Readonly<{ beforeMs?: number; slot?: OrderSlot }>,
  ) => Promise<Answer<PlacedOrder>>
  /** To be called with each answer to placing an order. */
  countHouseRefusal: HouseRefusals['count']
  /** Rejected as `isUnknownOrder` if the venue has no such order. */
  findOrder: (sought: OrderSought) => Promise<Answer<VenueOrder>>
  /** Rejected as `isNotOpen` if the order is not open, or never existed. */
  cancelOrder: (sought: OrderSought) => Promise<Answer<VenueOrder>>
  openOrders: (symbol: string) => Promise<Answer<readonly VenueOrder[]>>
  /** Returns orders of a symbol from this one on, oldest first. */
  ordersFrom: (
    sought: Readonly<{ symbol: string; orderId: string; limit: number }>,
  ) => Promise<Answer<readonly VenueOrder[]>>
  trades: (sought: TradesSought) => Promise<Answer<readonly VenueTrade[]>>
  /** Returns all balances of the one account, for all users together. */
  balances: () => Promise<Answer<readonly VenueBalance[]>>
  /** Subscribes to account events until closed; null if no stream is configured. */
  listen: (listener: ListenerOf) => VenueStream | null
  /** Subscribes to the markets of symbols until closed; null if no market stream is configured. */
  listenToMarket: (symbols: readonly string[], listener: MarketListener) => VenueStream | null
}>

type VenueTools = Tools & Readonly<{ clock: Clock; random: Random; stream?: SocketBounds }>

export function connectVenue(config: VenueSettings, tools: VenueTools): Venue {
  const line = venueLine(config, tools)
  const { streamUrl, marketStreamUrl, apiKey } = config
  const streamTools = { ...tools, bounds: tools.stream ?? venueLimits.stream }
  const caps = openOrderCaps()
  const states = symbolStates(config.selfTradeModes)
  return {
    ...marketCalls(line, { caps, states }),
    ...publicCalls(line),
    ...orderCalls(line, states),
    openOrderCaps: () => caps,
    isTraded: states.isTraded,
    ...accountCalls(line),
    countHouseRefusal: houseRefusals().count,
    listen: (listener) =>
      streamUrl === null
        ? null
        : listenTo({ url: streamUrl, apiKey, sign: line.sign }, listener, streamTools),
    listenToMarket: (symbols, listener) =>
      marketStreamUrl === null
        ? null
        : listenToMarket(marketStreamUrl, symbols, listener, streamTools),
  }
}

const unknownSymbol = '-1121'

const symbolsIn = (symbols: readonly string[]) => ({ symbols: JSON.stringify(symbols) })

/** Reads the symbols in chunks of what one response may hold. */
async function knownOf<Found>(
  symbols: readonly string[],
  ask: (symbols: readonly string[]) => Promise<Answer<Found>>,
): Promise<Answer<readonly Found[]>> {
  const found: Found[] = []
  for (const some of chunks(symbols, venueLimits.symbols)) {
    const answer = await knownOfChunk(some, ask)
    if (answer.kind !== 'accepted') return answer
    found.push(...answer.value)
  }
  return { kind: 'accepted', value: found }
}

/**
 * Reads all symbols at once, or each alone if one is unknown, since the venue then refuses the
 * whole list.
 */
async function knownOfChunk<Found>(
  symbols: readonly string[],
  ask: (symbols: readonly string[]) => Promise<Answer<Found>>,
): Promise<Answer<readonly Found[]>> {
  const all = await ask(symbols)
  if (all.kind === 'accepted') return { kind: 'accepted', value: [all.value] }
  if (all.kind === 'unknown' || all.code !== unknownSymbol) return all
  const found: Found[] = []
  for (const symbol of symbols.length > 1 ? symbols : []) {
    const answer = await ask([symbol])
    if (answer.kind === 'accepted') found.push(answer.value)
    else if (answer.kind === 'unknown' || answer.code !== unknownSymbol) return answer
  }
  return { kind: 'accepted', value: found }
}

const joined = <Shown>(parts: readonly ReadonlyMap<string, Shown>[]): ReadonlyMap<string, Shown> =>
  new Map(parts.flatMap((part) => [...part]))

function marketCalls(
  line: VenueLine,
  { caps, states }: Readonly<{ caps: LearntCaps; states: SymbolStates }>,
): Pick<Venue, 'markets' | 'prices' | 'bestPrices' | 'depth'> {
  const { open, budget } = line
  const ask =
    <Found>(path: readonly string[], weight: number, answer: z.ZodType<Found>) =>
    (purpose: keyof VenueLine['open']) =>
    (symbols: readonly string[]) =>
      open[purpose]({ method: 'GET', path, params: symbolsIn(symbols), weight, answer })
  const info = ask(['exchangeInfo'], 20, VenueExchangeInfo)
  const prices = ask(['ticker', 'price'], 4, Prices)
  const bestPrices = ask(['ticker', 'bookTicker'], 4, BookTickers)
  return {
    markets: async (symbols, purpose) => {
      const answer = await knownOf(symbols, info(purpose))
      if (answer.kind !== 'accepted') return answer
      for (const found of answer.value) {
        budget.learn(found.rateLimits)
        caps.learn(found)
        states.learn(found.symbols)
      }
      return { kind: 'accepted', value: answer.value.flatMap(({ symbols: found }) => found) }
    },
    prices: async (symbols, purpose) => mapped(await knownOf(symbols, prices(purpose)), joined),
    bestPrices: async (symbols, purpose) =>
      mapped(await knownOf(symbols, bestPrices(purpose)), joined),
    depth: (symbol, purpose) =>
      open[purpose]({
        method: 'GET',
        path: ['depth'],
        params: { symbol, limit: venueLimits.depthLevels.toString() },
        weight: 5,
        answer: DepthObject,
      }),
  }
}

function publicCalls({ open }: VenueLine): Pick<Venue, 'time' | 'candles' | 'publicTrades'> {
  return {
    publicTrades: (symbol) =>
      open.public({
        method: 'GET',
        path: ['trades'],
        params: { symbol, limit: venueLimits.liveTrades.toString() },
        weight: 25,
        answer: PublicTrades,
      }),
    time: async () =>
      mapped(
        await open.public({ method: 'GET', path: ['time'], weight: 1, answer: ServerTime }),
        ({ serverTime }) => serverTime,
      ),
    candles: ({ symbol, interval, startTime, endTime, limit }) =>
      open.public({
        method: 'GET',
        path: ['klines'],
        params: {
          symbol,
          interval,
          ...(startTime === undefined ? {} : { startTime: startTime.toString() }),
          ...(endTime === undefined ? {} : { endTime: endTime.toString() }),
          limit: limit.toString(),
        },
        weight: 2,
        answer: VenueCandles,
      }),
  }
}

function orderCalls(
  { budget, signed }: VenueLine,
  { selfTradeModeOf }: SymbolStates,
): Pick<
  Venue,
  'takeOrderSlot' | 'releaseOrderSlot' | 'testOrder' | 'placeOrder' | 'findOrder' | 'cancelOrder'
> {
  const path = ['order']
  const paramsOf = (wanted: NewVenueOrder) => ({
    ...orderParams(wanted),
    selfTradePreventionMode: selfTradeModeOf(wanted.symbol),
  })
  return {
    takeOrderSlot: (user) => budget.take(user.toString()),
    releaseOrderSlot: (slot) => budget.release(slot),
    testOrder: async (wanted) =>
      mapped(
        await signed.public({
          method: 'POST',
          path: ['order', 'test'],
          params: paramsOf(wanted),
          weight: 1,
          answer: z.object({}),
        }),
        () => undefined,
      ),
    placeOrder: (wanted, { beforeMs, slot } = {}) =>
      signed.order({
        method: 'POST',
        path,
        params: { ...paramsOf(wanted), newOrderRespType: 'FULL' },
        weight: 1,
        answer: PlacedObject,
        beforeMs,
        slot,
      }),
    findOrder: (sought) =>
      signed.account({
        method: 'GET',
        path,
        params: soughtParams(sought),
        weight: 4,
        answer: OrderObject,
      }),
    cancelOrder: (sought) =>
      signed.cancel({
        method: 'DELETE',
        path,
        params: soughtParams(sought),
        weight: 1,
        answer: OrderObject,
      }),
  }
}

const orderParams = ({
  clientOrderId,
  rests,
  ...wanted
}: NewVenueOrder): Readonly<Record<string, string>> => ({
  ...wanted,
  timeInForce: rests ? 'GTC' : 'IOC',
  type: 'LIMIT',
  newClientOrderId: clientOrderId,
})

const soughtParams = (sought: OrderSought): Readonly<Record<string, string>> => ({
  symbol: sought.symbol,
  ...('orderId' in sought
    ? { orderId: sought.orderId }
    : { origClientOrderId: sought.clientOrderId }),
})

function accountCalls({
  signed,
}: VenueLine): Pick<Venue, 'openOrders' | 'ordersFrom' | 'trades' | 'balances'> {
  return {
    openOrders: (symbol) =>
      signed.account({
        method: 'GET',
        path: ['openOrders'],
        params: { symbol },
        weight: 6,
        answer: Orders,
      }),
    ordersFrom: ({ symbol, orderId, limit }) =>
      signed.account({
        method: 'GET',
        path: ['allOrders'],
        params: { symbol, orderId, limit: limitOf(limit) },
        weight: 20,
        answer: Orders,
      }),
    trades: ({ symbol, orderId, fromId, limit }) =>
      signed.account({
        method: 'GET',
        path: ['myTrades'],
        params: {
          symbol,
          ...(orderId === undefined ? {} : { orderId }),
          ...(fromId === undefined ? {} : { fromId }),
          limit: limitOf(limit),
        },
        weight: orderId === undefined ? 20 : 5,
        answer: Trades,
      }),
    balances: () =>
      signed.account({ method: 'GET', path: ['account'], weight: 20, answer: AccountObject }),
  }
}

const limitOf = (limit: number): string => Math.min(limit, venueLimits.listItems).toString()

const mapped = <Value, Mapped>(
  answer: Answer<Value>,
  map: (value: Value) => Mapped,
): Answer<Mapped> =>
  answer.kind === 'accepted' ? { kind: 'accepted', value: map(answer.value) } : answer
