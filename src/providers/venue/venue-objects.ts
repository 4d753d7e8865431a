import { z } from 'zod'
import { reportedCount } from '../reported-decimal.ts'
import { type VenueOrderState, venueOrderStatuses, venueStateOf } from './order-states.ts'
import {
  aboveZero,
  agrees,
  amount,
  commission,
  isZeroDecimal,
  milliseconds,
  venueId,
  within,
} from './venue-decimals.ts'
import { venueLimits } from './venue-limits.ts'

/** An order in its current state at the venue. Amounts are plain decimals as it sent them. */
export type VenueOrder = VenueOrderState &
  Readonly<{
    symbol: string
    orderId: string
    clientOrderId: string
    side: 'BUY' | 'SELL'
    type: string
    price: string
    quantity: string
    executed: string
    /** Null if the venue no longer knows it. */
    quoteExecuted: string | null
  }>

export type VenueTrade = Readonly<{
  symbol: string
  id: string
  orderId: string
  price: string
  quantity: string
  quote: string
  commission: string
  commissionAsset: string
  atMs: number
  isBuyer: boolean
  isMaker: boolean
}>

const side = z.enum(['BUY', 'SELL'])
const unavailable = z.string().regex(/^-\d/)

const orderFields = {
  symbol: z.string().min(1),
  orderId: venueId,
  clientOrderId: z.string(),
  origClientOrderId: z.string().optional(),
  side,
  type: z.string().min(1),
  status: z.enum(venueOrderStatuses),
  price: amount,
  origQty: amount,
  executedQty: amount,
  cummulativeQuoteQty: z.union([amount, unavailable]),
}
const OrderFields = z.object(orderFields)
type OrderFields = z.output<typeof OrderFields>

const isConsistent = ({ executedQty, origQty }: OrderFields): boolean =>
  isZeroDecimal(origQty) || within(executedQty, origQty)

const orderOf = (object: OrderFields): VenueOrder => ({
  symbol: object.symbol,
  orderId: object.orderId,
  clientOrderId: object.origClientOrderId ?? object.clientOrderId,
  side: object.side,
  type: object.type,
  ...venueStateOf(object.status),
  price: object.price,
  quantity: object.origQty,
  executed: object.executedQty,
  quoteExecuted: object.cummulativeQuoteQty.startsWith('-') ? null : object.cummulativeQuoteQty,
})

/** Placing, querying, listing and cancelling return an order in varying shapes. */
export const OrderObject = OrderFields.refine(isConsistent).transform(orderOf)

/** A trade whose own figures contradict each other counts as unreadable. */
const TradeObject = z
  .object({
    symbol: z.string().min(1),
    id: venueId,
    orderId: venueId,
    price: aboveZero,
    qty: aboveZero,
    quoteQty: aboveZero,
    commission,
    commissionAsset: z.string().min(1),
    time: milliseconds,
    isBuyer: z.boolean(),
    isMaker: z.boolean(),
  })
  .refine(({ price, qty, quoteQty }) => agrees(price, qty, quoteQty))
  .transform(
    ({ qty, quoteQty, time, ...trade }): VenueTrade => ({
      ...trade,
      quantity: qty,
      quote: quoteQty,
      atMs: time,
    }),
  )

const count = reportedCount(9)

/** A trade as listed in the response to placing an order. */
const PlacedFill = z
  .object({
    price: aboveZero,
    qty: aboveZero,
    commission,
    commissionAsset: z.string().min(1),
    tradeId: venueId,
  })
  .transform(({ qty, tradeId, ...fill }) => ({ ...fill, id: tradeId, quantity: qty }))

/** An order that was just placed, with the trades that were executed at once. */
export type PlacedOrder = Readonly<{
  order: VenueOrder
  fills: readonly z.output<typeof PlacedFill>[]
  atMs: number
}>

export const PlacedObject = z
  .object({
    ...orderFields,
    transactTime: milliseconds,
    fills: z.array(PlacedFill).max(venueLimits.listItems).default([]),
  })
  .refine(isConsistent)
  .transform(
    ({ fills, transactTime, ...order }): PlacedOrder => ({
      order: orderOf(order),
      fills,
      atMs: transactTime,
    }),
  )

export const Orders = z.array(OrderObject).max(venueLimits.listItems)
export const Trades = z.array(TradeObject).max(venueLimits.listItems)

export type VenueBalance = Readonly<{ asset: string; free: string; locked: string }>

export const AccountObject = z
  .object({
    balances: z
      .array(z.object({ asset: z.string().min(1), free: amount, locked: amount }))
      .max(venueLimits.assets),
  })
  .transform(({ balances }): readonly VenueBalance[] => balances)

/** A filter with the venue's field names; all figures are texts. */
export type VenueFilter = Readonly<Record<string, string | boolean>>

const Filter = z.record(z.string(), z.union([z.string(), z.boolean()]))

/** A traded symbol, its status and its bounds. */
export type VenueMarket = Readonly<{
  symbol: string
  status: string
  baseAsset: string
  quoteAsset: string
  orderTypes: readonly string[]
  /** How orders may prevent trades with others of our account; empty if it is not reported. */
  selfTradeModes: readonly string[]
  filters: readonly VenueFilter[]
}>

const MarketFields = z.object({
  symbol: z.string().min(1),
  status: z.string().min(1),
  baseAsset: z.string().min(1),
  quoteAsset: z.string().min(1),
  orderTypes: z.array(z.string()).max(venueLimits.filters),
  allowedSelfTradePreventionModes: z.array(z.string()).max(venueLimits.filters).default([]),
  filters: z.array(Filter).max(venueLimits.filters),
})

const MarketObject = MarketFields.transform(
  ({ allowedSelfTradePreventionModes: selfTradeModes, ...market }): VenueMarket => ({
    ...market,
    selfTradeModes,
  }),
)

const RateLimit = z.object({
  rateLimitType: z.string(),
  interval: z.string(),
  intervalNum: count,
  limit: count,
})
export type RateLimit = z.output<typeof RateLimit>

export const VenueExchangeInfo = z.object({
  rateLimits: z.array(RateLimit).max(venueLimits.rateLimits),
  exchangeFilters: z.array(Filter).max(venueLimits.filters).default([]),
  symbols: z.array(MarketObject).max(venueLimits.symbols),
})

export type VenueCandle = Readonly<{
  openTime: number
  open: string
  high: string
  low: string
  close: string
  volume: string
  closeTime: number
  quoteVolume: string
  trades: number
}>

export const VenueCandles = z
  .array(
    z
      .tuple([milliseconds, amount, amount, amount, amount, amount, milliseconds, amount, count])
      .rest(z.unknown())
      .transform(
        ([openTime, open, high, low, close, volume, closeTime, quoteVolume, trades]) =>
          ({
            openTime,
            open,
            high,
            low,
            close,
            volume,
            closeTime,
            quoteVolume,
            trades,
          }) satisfies VenueCandle,
      ),
  )
  .max(venueLimits.candles)

/** Without the symbols that were never traded, whose price the venue shows as zero. */
export const Prices = z
  .array(z.object({ symbol: z.string(), price: amount }))
  .max(venueLimits.symbols)
  .transform((all) => {
    const traded = all.filter(({ price }) => !isZeroDecimal(price))
    return new Map(traded.map(({ symbol, price }) => [symbol, price]))
  })

/** Null if that side of the market is empty, which the venue shows as zero. */
export type BestPrices = Readonly<{ bid: string | null; ask: string | null }>

export const bestPrice = amount.transform((price) => (isZeroDecimal(price) ? null : price))

export const BookTickers = z
  .array(z.object({ symbol: z.string(), bidPrice: bestPrice, askPrice: bestPrice }))
  .max(venueLimits.symbols)
  .transform(
    (all): ReadonlyMap<string, BestPrices> =>
      new Map(
        all.map(({ symbol, bidPrice, askPrice }) => [symbol, { bid: bidPrice, ask: askPrice }]),
      ),
  )

/** The quantity on offer at a price. */
export type DepthLevel = Readonly<{ price: string; quantity: string }>

const DepthSide = z
  .array(
    z
      .tuple([aboveZero, amount])
      .rest(z.unknown())
      .transform(([price, quantity]): DepthLevel => ({ price, quantity })),
  )
  .max(venueLimits.depthLevels)

/** The price levels of both sides, the best first. */
export const DepthObject = z.object({ bids: DepthSide, asks: DepthSide })
export type VenueDepth = Readonly<{ bids: readonly DepthLevel[]; asks: readonly DepthLevel[] }>

/** A trade between any two accounts; the maker's offer was there before the taker's. */
export type PublicTrade = Readonly<{
  id: string
  price: string
  quantity: string
  atMs: number
  isBuyerMaker: boolean
}>

/** The venue lists the oldest first. */
export const PublicTrades = z
  .array(
    z
      .object({
        id: venueId,
        price: aboveZero,
        qty: aboveZero,
        time: milliseconds,
        isBuyerMaker: z.boolean(),
      })
      .transform(
        ({ id, price, qty, time, isBuyerMaker }): PublicTrade => ({
          id,
          price,
          quantity: qty,
          atMs: time,
          isBuyerMaker,
        }),
      ),
  )
  .max(venueLimits.listItems)

export const ServerTime = z.object({ serverTime: milliseconds })
