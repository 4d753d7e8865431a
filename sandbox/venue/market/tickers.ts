import { divided, textOf } from '../amounts.ts'
import { type Books, bestOffers, marketOf } from '../books.ts'
import type { Market } from '../markets.ts'
import { choiceOf, invalid, type Params } from '../requests/parameters.ts'
import { no } from '../requests/refusal.ts'
import { askedMarkets, symbolsNamed } from './market-data.ts'
import { type Bar, merged, minuteMs } from './tape.ts'

const dayMs = 24 * 60 * minuteMs

/** The trades of a market since a time, as tickers sum them up. */
function windowOf({ tape }: Books, { symbol }: Market, fromMs: number): Bar | null {
  const bars = tape.bars(symbol).filter(({ from }) => from + minuteMs > fromMs)
  return bars.length === 0 ? null : bars.reduce(merged)
}

/** The fields of both forms of a ticker. Without trades, all prices are the last price. */
function miniTicker(books: Books, market: Market, openTime: number, bar: Bar | null) {
  const { price } = books.tape.last(market.symbol)
  return {
    symbol: market.symbol,
    openPrice: textOf(bar?.open ?? price),
    highPrice: textOf(bar?.high ?? price),
    lowPrice: textOf(bar?.low ?? price),
    lastPrice: textOf(price),
    volume: textOf(bar?.volume ?? 0n),
    quoteVolume: textOf(bar?.quote ?? 0n),
    openTime,
    closeTime: books.now(),
    firstId: bar?.firstId ?? -1,
    lastId: bar?.lastId ?? -1,
    count: bar === null ? 0 : bar.lastId - bar.firstId + 1,
  }
}

function changes({ tape }: Books, { symbol }: Market, bar: Bar | null) {
  const { price } = tape.last(symbol)
  const open = bar?.open ?? price
  const change = price - open
  return {
    priceChange: textOf(change),
    priceChangePercent: percent(change, open),
    weightedAvgPrice: textOf(bar === null ? 0n : divided(bar.quote, bar.volume)),
  }
}

/** With three decimals. */
function percent(part: bigint, whole: bigint): string {
  const thousandths = whole === 0n ? 0n : (part * 100_000n) / whole
  const magnitude = (thousandths < 0n ? -thousandths : thousandths).toString().padStart(4, '0')
  return `${thousandths < 0n ? '-' : ''}${magnitude.slice(0, -3)}.${magnitude.slice(-3)}`
}

/** The last 24 hours. */
export function dayTicker(books: Books, market: Market) {
  const openTime = books.now() - dayMs
  const bar = windowOf(books, market, openTime)
  const before = books.tape.bars(market.symbol).findLast(({ from }) => from + minuteMs <= openTime)
  return {
    ...miniTicker(books, market, openTime, bar),
    ...changes(books, market, bar),
    prevClosePrice: textOf(before?.close ?? market.start),
    lastQty: textOf(books.tape.last(market.symbol).quantity),
    ...bestOffers(books, market),
  }
}

const formOf = (params: Params) => choiceOf(params, 'type', ['FULL', 'MINI']) ?? 'FULL'

export function ticker24hr(books: Books, params: Params) {
  const form = formOf(params)
  return askedMarkets(books, params, (market) => {
    if (form === 'FULL') return dayTicker(books, market)
    const openTime = books.now() - dayMs
    return miniTicker(books, market, openTime, windowOf(books, market, openTime))
  })
}

export function ticker24hrWeight(params: Params): number {
  if (params['symbol'] !== undefined) return 2
  const named = symbolsNamed(params)?.length ?? 101
  return named <= 20 ? 2 : named <= 100 ? 40 : 80
}

const unitMs: Readonly<Record<string, number>> = { m: minuteMs, h: 60 * minuteMs, d: dayMs }

function windowMs({ windowSize = '1d' }: Params): number {
  if (!/^([1-9]|[1-5]\d)m$|^([1-9]|1\d|2[0-3])h$|^[1-7]d$/.test(windowSize)) {
    throw invalid('windowSize')
  }
  return Number.parseInt(windowSize, 10) * (unitMs[windowSize.slice(-1)] ?? 0)
}

/** A window of any size, from the start of a minute. */
export function rollingTicker(books: Books, params: Params) {
  const form = formOf(params)
  const spanMs = windowMs(params)
  if (params['symbol'] === undefined && params['symbols'] === undefined) {
    throw no(-1102, "Param 'symbol' or 'symbols' must be sent, but both were empty/null!")
  }
  return askedMarkets(books, params, (market) => {
    const from = books.now() - spanMs
    const openTime = from - (from % minuteMs)
    const bar = windowOf(books, market, openTime)
    const mini = miniTicker(books, market, openTime, bar)
    return form === 'MINI' ? mini : { ...mini, ...changes(books, market, bar) }
  })
}

export const rollingTickerWeight = (params: Params): number =>
  params['symbol'] === undefined ? Math.min(200, 4 * (symbolsNamed(params)?.length ?? 1)) : 4

const averageMinutes = 5

/**
 * The average price of the last minutes' trades, weighted by size; without trades the last price.
 */
export function averagePrice({ tape, now }: Books, params: Params) {
  const { symbol } = marketOf(params['symbol'])
  const since = now() - averageMinutes * minuteMs
  const recent = tape.prints(symbol).filter(({ time }) => time > since)
  const quote = recent.reduce((sum, print) => sum + print.quote, 0n)
  const volume = recent.reduce((sum, print) => sum + print.quantity, 0n)
  const { price, time } = tape.last(symbol)
  return {
    mins: averageMinutes,
    price: textOf(volume === 0n ? price : divided(quote, volume)),
    closeTime: time,
  }
}
