import { z } from 'zod'

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

const MarketNews = z.object({
  txPair: z.string(),
  /** Time since the venue sent the ticker; the clocks of two nodes are not compared. */
  ageMs: z.number(),
  ticker: Ticker,
  /** Those that changed, oldest first. */
  candles: z.array(Candle).readonly(),
})

export const MarketMessage = z.array(MarketNews).readonly()

export type PairTicker = Readonly<z.output<typeof Ticker>>
export type PairCandle = Readonly<z.output<typeof Candle>>
export type MarketNews = Readonly<z.output<typeof MarketNews>>

/** Whether two tickers differ in nothing but their time. */
export const isSameTicker = (a: PairTicker | null, b: PairTicker): boolean =>
  a !== null && JSON.stringify({ ...a, time: 0 }) === JSON.stringify({ ...b, time: 0 })
