import type { Context } from '../../../context.ts'
import { broadcastLimits } from '../../../core/database/database-limits.ts'
import type { Pair } from '../../../core/reference/pairs.sql.ts'
import type {
  LiveCandle,
  MarketListener,
  SymbolDepth,
  SymbolTrade,
  Ticker,
} from '../../../providers/venue/market-stream.ts'
import { venueLimits } from '../../../providers/venue/venue-limits.ts'
import { shown } from '../market/market.ts'
import { liveLimits } from './live-limits.ts'
import {
  isSameTicker,
  type MarketNews,
  marketChannel,
  type PairBook,
  type PairCandle,
  type PairTicker,
  type PairTrade,
  pairTradeOf,
} from './market-message.ts'

type PublishContext = Pick<Context, 'broadcast' | 'clock' | 'log'>

export type MarketFeed = MarketListener &
  Readonly<{
    /** Only these pairs are published from now on. */
    follow: (pairs: readonly Pick<Pair, 'txPair' | 'venueSymbol'>[]) => void
    close: () => Promise<void>
  }>

type PublishedMarket = {
  readonly txPair: string
  ticker: PairTicker | null
  receivedMs: number
  /** Of the moment of the ticker. */
  book: PairBook | null
  trades: readonly PairTrade[]
  /** What the stream reported last, for the next ticker. */
  nextBook: PairBook | null
  nextTrades: readonly PairTrade[]
  /** Those to publish, and the last one in any case. */
  candles: readonly PairCandle[]
  changed: boolean
  publishedMs: number
}

/** Publishes to all nodes what the venue's stream reports to this leader. */
export function publishMarket(
  { broadcast, clock, log }: PublishContext,
  epoch: number,
): MarketFeed {
  let bySymbol: ReadonlyMap<string, PublishedMarket> = new Map()
  const stopping = new AbortController()

  async function publishAll(): Promise<void> {
    const news = takeNews([...bySymbol.values()], clock.monotonicMs())
    for (const text of messagesOf(news)) await broadcast.publish(marketChannel, epoch, text)
  }

  const publishing = (async () => {
    let failing = false
    while (!stopping.signal.aborted) {
      try {
        await publishAll()
        failing = false
      } catch (error) {
        // What was lost is sent again with the next refresh.
        if (!failing) log.warn({ err: error }, 'the market could not be published')
        failing = true
      }
      await clock.sleep(liveLimits.tellEveryMs, stopping.signal)
    }
  })()

  const note =
    <Event extends Readonly<{ symbol: string }>>(
      take: (state: PublishedMarket, event: Event) => void,
    ) =>
    (event: Event): void => {
      const state = bySymbol.get(event.symbol)
      if (state !== undefined) take(state, event)
    }
  return {
    follow: (pairs) => {
      bySymbol = new Map(
        pairs.map(({ venueSymbol, txPair }) => {
          return [venueSymbol, bySymbol.get(venueSymbol) ?? emptyMarket(txPair)]
        }),
      )
    },
    onTicker: note((state, ticker: Ticker) => noteTicker(state, ticker, clock.monotonicMs())),
    onDepth: note(noteDepth),
    onTrade: note(noteTrade),
    onCandle: note(noteCandle),
    close: async () => {
      stopping.abort()
      await publishing
    },
  }
}

/** Returns what changed or is due to be repeated, and notes it as published. */
function takeNews(all: readonly PublishedMarket[], nowMs: number): readonly MarketNews[] {
  const due = all.filter(
    ({ changed, publishedMs }) => changed || nowMs - publishedMs >= liveLimits.refreshEveryMs,
  )
  const news = due.flatMap((one) => newsOf(one, nowMs))
  for (const one of due) {
    one.changed = false
    one.publishedMs = nowMs
  }
  return news
}

/**
 * Takes one snapshot: the last price of the ticker is that of the newest trade, and its best prices
 * are those of the book. Trades after the ticker wait for the next one.
 */
function noteTicker(state: PublishedMarket, ticker: Ticker, nowMs: number): void {
  const book = state.nextBook
  const known = pairTicker(ticker)
  const next =
    book === null
      ? known
      : { ...known, bid: book.bids[0]?.[0] ?? null, ask: book.asks[0]?.[0] ?? null }
  const trades = state.nextTrades.filter(({ time }) => time <= ticker.time)
  state.changed ||= !isSameTicker(state.ticker, next) || state.book !== book
  state.changed ||= state.trades[0]?.id !== trades[0]?.id
  state.ticker = next
  state.book = book
  state.trades = trades.slice(0, venueLimits.liveTrades)
  state.receivedMs = nowMs
}

function noteDepth(state: PublishedMarket, { bids, asks }: SymbolDepth): void {
  const side = (levels: SymbolDepth['bids']) =>
    levels
      .slice(0, venueLimits.liveLevels)
      .map(({ price, quantity }) => [digits(price), digits(quantity)] as const)
  state.nextBook = { bids: side(bids), asks: side(asks) }
}

/** The venue numbers the trades of a symbol one by one; after a gap the list begins again. */
function noteTrade(state: PublishedMarket, trade: SymbolTrade): void {
  const last = state.nextTrades[0]
  if (last !== undefined && BigInt(trade.id) <= BigInt(last.id)) return
  const follows = last !== undefined && BigInt(trade.id) === BigInt(last.id) + 1n
  const before = follows ? state.nextTrades.slice(0, keptTrades - 1) : []
  state.nextTrades = [pairTradeOf(trade), ...before]
}

/** Those that are shown, and as many that may wait for a ticker. */
const keptTrades = 2 * venueLimits.liveTrades

/** A candle replaces its earlier states; one that closed is kept until it is published. */
function noteCandle(state: PublishedMarket, candle: LiveCandle): void {
  const next = pairCandle(candle)
  const others = state.changed ? state.candles : []
  state.candles = [...others.filter(({ openTime }) => openTime !== next.openTime), next]
  state.changed = true
}

const emptyMarket = (txPair: string): PublishedMarket => ({
  txPair,
  ticker: null,
  receivedMs: 0,
  book: null,
  trades: [],
  nextBook: null,
  nextTrades: [],
  candles: [],
  changed: false,
  publishedMs: Number.NEGATIVE_INFINITY,
})

const newsOf = (
  { txPair, ticker, book, trades, receivedMs, candles }: PublishedMarket,
  nowMs: number,
): MarketNews[] =>
  ticker === null
    ? []
    : [{ txPair, ticker, book, trades, ageMs: Math.round(nowMs - receivedMs), candles }]

/** Returns messages that each fit into one notification. */
export function messagesOf(news: readonly MarketNews[]): readonly string[] {
  const messages: string[] = []
  let text = ''
  for (const one of news.map((item) => JSON.stringify(item))) {
    const longer = text === '' ? one : `${text},${one}`
    if (text !== '' && longer.length + 2 > broadcastLimits.bytes) {
      messages.push(`[${text}]`)
      text = one
    } else text = longer
  }
  return text === '' ? messages : [...messages, `[${text}]`]
}

function digits(text: string): string
function digits(text: string | null): string | null
function digits(text: string | null): string | null {
  if (text === null) return null
  const size = shown(text.replace('-', ''))
  return text.startsWith('-') && size !== '0' ? `-${size}` : size
}

const pairTicker = (ticker: Ticker): PairTicker => ({
  price: digits(ticker.price),
  bid: digits(ticker.bid),
  ask: digits(ticker.ask),
  change: digits(ticker.change),
  changePercent: digits(ticker.changePercent),
  high: digits(ticker.high),
  low: digits(ticker.low),
  volume: digits(ticker.volume),
  quoteVolume: digits(ticker.quoteVolume),
  time: ticker.time,
})

const pairCandle = (candle: LiveCandle): PairCandle => ({
  openTime: candle.openTime,
  open: digits(candle.open),
  high: digits(candle.high),
  low: digits(candle.low),
  close: digits(candle.close),
  volume: digits(candle.volume),
  closeTime: candle.closeTime,
  quoteVolume: digits(candle.quoteVolume),
  trades: candle.trades,
  closed: candle.closed,
})
