import { z } from 'zod'
import { readJsonWithDigits } from '../../base/values/read-json.ts'
import { reportedCount } from '../reported-decimal.ts'
import { reconnectingSocket, type StreamTools, type VenueStream } from './reconnecting-socket.ts'
import { aboveZero, amount, milliseconds, venueId } from './venue-decimals.ts'
import { venueLimits } from './venue-limits.ts'
import {
  type BestPrices,
  bestPrice,
  DepthObject,
  type PublicTrade,
  type VenueCandle,
  type VenueDepth,
} from './venue-objects.ts'

/** The last price of a symbol, the best prices of both sides, and its last 24 hours. */
export type Ticker = Readonly<{
  symbol: string
  price: string
  /** May be negative, as its percentage. */
  change: string
  changePercent: string
  high: string
  low: string
  volume: string
  quoteVolume: string
  /** When the venue sent it, by its clock. */
  time: number
}> &
  BestPrices

/** The best offers of both sides of a symbol. */
export type SymbolDepth = VenueDepth & Readonly<{ symbol: string }>

/** A trade between any two accounts at the venue. */
export type SymbolTrade = PublicTrade & Readonly<{ symbol: string }>

/** The candle of the current minute, or its last state when `closed`. */
export type LiveCandle = VenueCandle & Readonly<{ symbol: string; closed: boolean }>

export type MarketListener = Readonly<{
  /** Once a second for each symbol. */
  onTicker: (ticker: Ticker) => void
  /** Once a second for each symbol whose offers changed. */
  onDepth: (depth: SymbolDepth) => void
  /** For each trade, in their order. */
  onTrade: (trade: SymbolTrade) => void
  /** Every two seconds for each symbol, and at the end of a minute. */
  onCandle: (candle: LiveCandle) => void
}>

const signedAmount = z.string().regex(/^-?\d{1,20}(?:\.\d{1,18})?$/)
const count = reportedCount(15)

const TickerEvent = z
  .object({
    e: z.literal('24hrTicker'),
    E: milliseconds,
    s: z.string(),
    c: aboveZero,
    b: bestPrice,
    a: bestPrice,
    p: signedAmount,
    P: signedAmount,
    h: aboveZero,
    l: aboveZero,
    v: amount,
    q: amount,
  })
  .transform(
    ({ s, c, b, a, p, P, h, l, v, q, E }): Ticker => ({
      symbol: s,
      price: c,
      bid: b,
      ask: a,
      change: p,
      changePercent: P,
      high: h,
      low: l,
      volume: v,
      quoteVolume: q,
      time: E,
    }),
  )

const TradeEvent = z
  .object({
    e: z.literal('trade'),
    s: z.string(),
    t: venueId,
    p: aboveZero,
    q: aboveZero,
    T: milliseconds,
    m: z.boolean(),
  })
  .transform(
    ({ s, t, p, q, T, m }): SymbolTrade => ({
      symbol: s,
      id: t,
      price: p,
      quantity: q,
      atMs: T,
      isBuyerMaker: m,
    }),
  )

const KlineEvent = z
  .object({
    e: z.literal('kline'),
    s: z.string(),
    k: z.object({
      t: milliseconds,
      T: milliseconds,
      i: z.literal(venueLimits.liveInterval),
      o: aboveZero,
      h: aboveZero,
      l: aboveZero,
      c: aboveZero,
      v: amount,
      q: amount,
      n: count,
      x: z.boolean(),
    }),
  })
  .transform(
    ({ s, k }): LiveCandle => ({
      symbol: s,
      openTime: k.t,
      open: k.o,
      high: k.h,
      low: k.l,
      close: k.c,
      volume: k.v,
      closeTime: k.T,
      quoteVolume: k.q,
      trades: k.n,
      closed: k.x,
    }),
  )

/** A reply has the id of its request; `result` is null if the subscription succeeded. */
const Reply = z.object({ id: z.string(), result: z.null() })
const Refused = z.union([
  z.object({ id: z.string(), error: z.unknown() }),
  z.object({ code: z.unknown(), msg: z.string() }),
])
const Ending = z.object({ e: z.literal('serverShutdown') })
const Wrapped = z.object({ stream: z.string(), data: z.unknown() })

/**
 * Subscribes to tickers, depth, trades and candles of symbols until closed. Each kind is subscribed
 * with a message of its own; the stream counts as subscribed once the venue confirmed all.
 */
export function listenToMarket(
  url: string,
  symbols: readonly string[],
  { onTicker, onDepth, onTrade, onCandle }: MarketListener,
  tools: StreamTools,
): VenueStream {
  const bySpelling = new Map(symbols.map((symbol) => [symbol.toLowerCase(), symbol]))
  const kinds: ReadonlyMap<string, (data: unknown, symbol: string) => void> = new Map([
    [
      `depth${venueLimits.liveLevels}`,
      // The only event that does not name its symbol.
      reader(DepthObject, (depth, symbol) => onDepth({ ...depth, symbol })),
    ],
    ['trade', reader(TradeEvent, onTrade)],
    [`kline_${venueLimits.liveInterval}`, reader(KlineEvent, onCandle)],
    ['ticker', reader(TickerEvent, onTicker)],
  ])
  let pending = new Set<string>()
  return reconnectingSocket(
    {
      name: 'market',
      url,
      ping: { id: 'ping', method: 'LIST_SUBSCRIPTIONS' },
      subscribe(send) {
        pending = new Set(kinds.keys())
        for (const kind of kinds.keys()) {
          const params = symbols
            .slice(0, venueLimits.symbols)
            .map((symbol) => `${symbol.toLowerCase()}@${kind}`)
          send({ id: kind, method: 'SUBSCRIBE', params })
        }
      },
      receive(text, { subscribed, end }) {
        const read = readJsonWithDigits(text)
        const event = Wrapped.safeParse(read).data
        const [name = '', kind = ''] = event?.stream.split('@') ?? []
        const receive = kinds.get(kind)
        if (receive !== undefined) return receive(event?.data, bySpelling.get(name) ?? '')
        const reply = Reply.safeParse(read).data
        if (reply !== undefined) {
          if (pending.delete(reply.id) && pending.size === 0) subscribed()
        } else if (Refused.safeParse(read).success) end('refused')
        else if (Ending.safeParse(event?.data ?? read).success) end('the venue ends it')
      },
    },
    tools,
  )
}

/** Ignores what does not fit, such as the prices of a symbol that was never traded. */
const reader =
  <Event>(contract: z.ZodType<Event>, receive: (event: Event, symbol: string) => void) =>
  (data: unknown, symbol: string): void => {
    const read = contract.safeParse(data)
    if (read.success) receive(read.data, symbol)
  }
