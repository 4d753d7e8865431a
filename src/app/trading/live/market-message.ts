import { z } from 'zod'
import type { PublicTrade } from '../../../providers/venue/venue-objects.ts'
import { shown } from '../market/market.ts'

/** The channel on which the leader sends the market to all nodes. */
export const marketChannel = 'tukar_market'

const Ticker = z.object({
  price: z.string(),
  bid: z.string().nullable(),
  ask: z.string().nullable(),
  change: z.string(),
  changePercent: z.string(),
  high: z.string(),
  low: z.string(),
  volume: z.string(),
  quoteVolume: z.string(),
  time: z.int(),
})

const Candle = z.object({
  openTime: z.int(),
  open: z.string(),
  high: z.string(),
  low: z.string(),
  close: z.string(),
  volume: z.string(),
  closeTime: z.int(),
  quoteVolume: z.string(),
  trades: z.int(),
  closed: z.boolean(),
})

/** A price and the volume on offer at it. */
const Level = z.tuple([z.string(), z.string()]).readonly()

/** The best offers of both sides, the best first. */
const Book = z.object({ bids: z.array(Level).readonly(), asks: z.array(Level).readonly() })

const Trade = z.object({
  id: z.string(),
  price: z.string(),
  volume: z.string(),
  time: z.int(),
  side: z.enum(['BUY', 'SELL']),
})

const MarketNews = z.object({
  txPair: z.string(),
  /** Time since the venue sent the ticker; the clocks of two nodes are not compared. */
  ageMs: z.number(),
  /** Ticker, book and trades are of one moment. */
  ticker: Ticker,
  /** Null if the stream has not reported it yet. */
  book: Book.nullable(),
  /** The last ones that the stream reported without a gap, newest first. */
  trades: z.array(Trade).readonly(),
  /** Those that changed, oldest first. */
  candles: z.array(Candle).readonly(),
})

export const MarketMessage = z.array(MarketNews).readonly()

export type PairTicker = Readonly<z.output<typeof Ticker>>
export type PairCandle = Readonly<z.output<typeof Candle>>
export type PairBook = Readonly<z.output<typeof Book>>
export type PairTrade = Readonly<z.output<typeof Trade>>
export type MarketNews = Readonly<z.output<typeof MarketNews>>

/** Whether two tickers differ in nothing but their time. */
export const isSameTicker = (a: PairTicker | null, b: PairTicker): boolean =>
  a !== null && JSON.stringify({ ...a, time: 0 }) === JSON.stringify({ ...b, time: 0 })

export const pairTradeOf = (trade: PublicTrade): PairTrade => ({
  id: trade.id,
  price: shown(trade.price),
  volume: shown(trade.quantity),
  time: trade.atMs,
  // That of the taker, who met an offer.
  side: trade.isBuyerMaker ? 'SELL' : 'BUY',
})
