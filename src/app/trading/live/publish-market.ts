import type { Context } from '../../../context.ts'
import { broadcastLimits } from '../../../core/database/database-limits.ts'
import type { Pair } from '../../../core/reference/pairs.sql.ts'
import type {
  LiveCandle,
  MarketListener,
  SymbolBestPrices,
  Ticker,
} from '../../../providers/venue/market-stream.ts'
import { shown } from '../market/market.ts'
import { liveLimits } from './live-limits.ts'
import {
  isSameTicker,
  type MarketNews,
  marketChannel,
  type PairCandle,
  type PairTicker,
} from './market-message.ts'

type PublishContext = Pick<Context, 'broadcast' | 'clock' | 'log'>

export type MarketFeed = MarketListener &
  Readonly<{
    /** Only these pairs are published from now on. */
    follow: (pairs: readonly Pair[]) => void
    close: () => Promise<void>
  }>

type PublishedMarket = {
  readonly txPair: string
  ticker: PairTicker | null
  receivedMs: number
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
    onBestPrices: note(noteBestPrices),
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

function noteTicker(state: PublishedMarket, ticker: Ticker, nowMs: number): void {
  const next = pairTicker(ticker)
  state.changed ||= !isSameTicker(state.ticker, next)
  state.ticker = next
  state.receivedMs = nowMs
}

function noteBestPrices(state: PublishedMarket, { bid, ask }: SymbolBestPrices): void {
  const { ticker } = state
  if (ticker === null) return
  const next = { ...ticker, bid: digits(bid), ask: digits(ask) }
  state.changed ||= !isSameTicker(ticker, next)
  state.ticker = next
}

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
  candles: [],
  changed: false,
  publishedMs: Number.NEGATIVE_INFINITY,
})

const newsOf = (
  { txPair, ticker, receivedMs, candles }: PublishedMarket,
  nowMs: number,
): MarketNews[] =>
  ticker === null ? [] : [{ txPair, ticker, ageMs: Math.round(nowMs - receivedMs), candles }]

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
