import { readJson } from '../../../base/values/read-json.ts'
import type { Context } from '../../../context.ts'
import { perDatabase } from '../../../core/database/per-database.ts'
import { type Frame, frameOf } from '../../../platform/http/responses/frame-stream.ts'
import { streamEventOf } from '../../../platform/http/responses/server-sent-events.ts'
import { venueLimits } from '../../../providers/venue/venue-limits.ts'
import { shownBook, shownMarketTrade } from './live-contracts.ts'
import { type LiveBounds, liveLimits } from './live-limits.ts'
import {
  isSameTicker,
  MarketMessage,
  type MarketNews,
  marketChannel,
  type PairBook,
  type PairCandle,
  type PairTicker,
  type PairTrade,
} from './market-message.ts'

type LiveContext = Pick<Context, 'broadcast' | 'clock' | 'db'>

/** Each frame is made once and shared by all listeners of the same pairs. */
export type LiveListener = Readonly<{ send: (frame: Frame) => void; look: () => void }>

/** What this node knows of the market, and its listeners. */
export type LiveMarket = Readonly<{
  /**
   * Sends a snapshot of the pairs, then each change. `txPairs` are sorted. Returns a function that
   * ends it.
   */
  join: (txPairs: readonly string[], listener: LiveListener) => () => void
  /** Returns a pair's last snapshot; null if the venue does not report it now. */
  snapshotOf: (txPair: string) => MarketSnapshot | null
}>

export type MarketSnapshot = Readonly<{ book: PairBook | null; trades: readonly PairTrade[] }>

type Market = {
  readonly txPair: string
  ticker: PairTicker | null
  /** When the venue reported the ticker, by this node's clock. */
  receivedMs: number
  book: PairBook | null
  trades: readonly PairTrade[]
  candle: PairCandle | null
  /** Whether the last sent ticker reported it. */
  stale: boolean
}

/** The listeners of the same pairs. */
type Audience = {
  readonly markets: readonly Market[]
  readonly listeners: Set<LiveListener>
  sentMs: number
  snapshot: Frame
  snapshotMs: number
}

const ofDatabase = perDatabase((ctx: LiveContext) => followMessages(ctx, liveLimits))

/** The market as this node knows it, which it follows from its start on. */
export const followMarket = (ctx: LiveContext): LiveMarket => ofDatabase(ctx)

type Node = {
  readonly clock: LiveContext['clock']
  readonly bounds: LiveBounds
  readonly markets: Map<string, Market>
  readonly audiences: Map<string, Audience>
  /** Ends the pause of the loop that looks; null while it does not run. */
  looking: AbortController | null
}

/** Follows what the leader publishes. */
export function followMessages({ broadcast, clock }: LiveContext, bounds: LiveBounds): LiveMarket {
  const audiences = new Map<string, Audience>()
  const node: Node = { clock, bounds, audiences, markets: new Map(), looking: null }
  broadcast.subscribe(marketChannel, (text) => {
    apply(node, MarketMessage.parse(readJson(text)))
  })
  return {
    join: (txPairs, listener) => {
      const key = txPairs.join()
      const audience = audiences.get(key) ?? emptyAudience(node, txPairs)
      audiences.set(key, audience)
      audience.listeners.add(listener)
      listener.send(snapshotOf(node, audience))
      if (node.looking === null) void keepLooking(node)
      return () => {
        audience.listeners.delete(listener)
        if (audience.listeners.size > 0 || audiences.get(key) !== audience) return
        audiences.delete(key)
        if (audiences.size === 0) node.looking?.abort()
      }
    },
    snapshotOf: (txPair) => {
      const market = node.markets.get(txPair)
      const isFresh =
        market !== undefined && clock.monotonicMs() - market.receivedMs <= bounds.staleMs
      return isFresh ? market : null
    },
  }
}

function apply(node: Node, news: readonly MarketNews[]): void {
  const at = { nowMs: node.clock.monotonicMs(), staleMs: node.bounds.staleMs }
  const frames = new Map<Market, string>()
  for (const one of news) {
    const market = marketOf(node, one.txPair)
    const frame = applyNews(market, one, at)
    if (frame !== '') frames.set(market, frame)
  }
  sendAll(node, frames)
}

function sendAll(node: Node, frames: ReadonlyMap<Market, string>): void {
  if (frames.size === 0) return
  for (const audience of node.audiences.values()) {
    const text = audience.markets.map((market) => frames.get(market) ?? '').join('')
    if (text !== '') sendTo(node, audience, frameOf(text))
  }
}

function sendTo({ clock }: Node, audience: Audience, frame: Frame): void {
  audience.sentMs = clock.monotonicMs()
  audience.snapshotMs = Number.NEGATIVE_INFINITY
  for (const listener of audience.listeners) listener.send(frame)
}

async function keepLooking(node: Node): Promise<void> {
  while (node.audiences.size > 0) {
    node.looking = new AbortController()
    await node.clock.sleep(node.bounds.lookEveryMs, node.looking.signal)
    look(node)
  }
  node.looking = null
}

/** Finds markets that became stale, and listeners that were sent nothing for long. */
function look(node: Node): void {
  const { bounds, markets, audiences } = node
  const { staleMs } = bounds
  const nowMs = node.clock.monotonicMs()
  const turned = [...markets.values()].filter(
    (market) => !market.stale && nowMs - market.receivedMs > staleMs,
  )
  for (const market of turned) market.stale = true
  sendAll(node, new Map(turned.map((market) => [market, tickerEvent(market, { nowMs, staleMs })])))
  for (const audience of audiences.values()) {
    if (nowMs - audience.sentMs >= bounds.quietMs)
      sendTo(node, audience, snapshotOf(node, audience))
    for (const listener of audience.listeners) listener.look()
  }
}

/** Returns the state of an audience's pairs, which new listeners share for a moment. */
function snapshotOf({ clock, bounds }: Node, audience: Audience): Frame {
  const nowMs = clock.monotonicMs()
  if (nowMs - audience.snapshotMs < bounds.snapshotMs) return audience.snapshot
  const events = audience.markets.map((market) => {
    const { book, candle, trades, txPair } = market
    return (
      tickerEvent(market, { nowMs, staleMs: bounds.staleMs }) +
      (book === null ? '' : depthEvent(txPair, book)) +
      (trades.length === 0 ? '' : tradesEvent(txPair, trades)) +
      (candle === null ? '' : candleEvent(txPair, candle))
    )
  })
  audience.snapshot = frameOf(events.join(''))
  audience.snapshotMs = nowMs
  return audience.snapshot
}

function marketOf({ markets }: Node, txPair: string): Market {
  const known = markets.get(txPair) ?? emptyMarket(txPair)
  markets.set(txPair, known)
  return known
}

const emptyMarket = (txPair: string): Market => ({
  txPair,
  ticker: null,
  receivedMs: Number.NEGATIVE_INFINITY,
  book: null,
  trades: [],
  candle: null,
  stale: true,
})

const emptyAudience = (node: Node, txPairs: readonly string[]): Audience => ({
  markets: txPairs.map((txPair) => marketOf(node, txPair)),
  listeners: new Set(),
  sentMs: node.clock.monotonicMs(),
  snapshot: frameOf(''),
  snapshotMs: Number.NEGATIVE_INFINITY,
})

/** Updates a market; returns the events that this makes, empty if nothing changed. */
function applyNews(market: Market, news: MarketNews, at: At): string {
  const before = market.ticker
  market.ticker = news.ticker
  market.receivedMs = at.nowMs - news.ageMs
  const stale = news.ageMs > at.staleMs
  const changed = stale !== market.stale || !isSameTicker(before, news.ticker)
  market.stale = stale
  const { book, trades, txPair } = news
  const isNewBook = book !== null && !isEqual([book], [market.book])
  const isNewTrade = trades[0] !== undefined && trades[0].id !== market.trades[0]?.id
  market.book = book
  market.trades = trades
  const candles = news.candles.filter((candle) => {
    const last = market.candle
    if (last !== null && (candle.openTime < last.openTime || isEqual(last, candle))) return false
    market.candle = candle
    return true
  })
  return [
    changed ? tickerEvent(market, at) : '',
    isNewBook ? depthEvent(txPair, book) : '',
    isNewTrade ? tradesEvent(txPair, trades) : '',
    ...candles.map((candle) => candleEvent(txPair, candle)),
  ].join('')
}

const isEqual = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b)

const nothing = {
  price: null,
  bid: null,
  ask: null,
  change: null,
  changePercent: null,
  high: null,
  low: null,
  volume: null,
  quoteVolume: null,
  time: null,
  ageMs: null,
}

type At = Readonly<{ nowMs: number; staleMs: number }>

function tickerEvent({ txPair, ticker, receivedMs }: Market, { nowMs, staleMs }: At): string {
  const stale = nowMs - receivedMs > staleMs
  if (ticker === null) return `${streamEventOf('ticker', { txPair, ...nothing, stale })}\n`
  const time = new Date(ticker.time).toISOString()
  const ageMs = Math.max(0, Math.round(nowMs - receivedMs))
  return `${streamEventOf('ticker', { txPair, ...ticker, time, ageMs, stale })}\n`
}

function candleEvent(txPair: string, candle: PairCandle): string {
  return `${streamEventOf('candle', { txPair, interval: venueLimits.liveInterval, ...candle })}\n`
}

const depthEvent = (txPair: string, book: PairBook): string =>
  `${streamEventOf('depth', { txPair, ...shownBook(book) })}\n`

const tradesEvent = (txPair: string, trades: readonly PairTrade[]): string =>
  `${streamEventOf('trades', { txPair, trades: trades.map(shownMarketTrade) })}\n`
