import { textOf } from './amounts.ts'
import { type Books, marketOf } from './books.ts'
import type { Market } from './markets.ts'
import { limitOf, numberOf, type Params, required } from './parameters.ts'
import { no } from './refusal.ts'
import { type Bar, barOf, merged, minuteMs } from './tape.ts'
import { candle, intervalMs, openings } from './walk.ts'

/**
 * Returns candles of the trades since the market began; earlier candles are derived from their
 * time.
 */
export function klines(books: Books, params: Params) {
  const market = marketOf(params['symbol'])
  const everyMs = intervalMs(required(params, 'interval'))
  if (everyMs === null) throw no(-1120, 'Invalid interval.')
  const nowMs = books.now()
  const span = {
    everyMs,
    fromMs: numberOf(params, 'startTime'),
    toMs: Math.min(numberOf(params, 'endTime') ?? nowMs, nowMs),
    count: limitOf(params, 500),
  }
  const candles = candlesOf(books, market, everyMs)
  return openings(span).map((openTime) => line(candles(openTime), openTime, everyMs))
}

type Place = Readonly<{ openTime: number; everyMs: number }>

export const candleAt = (books: Books, market: Market, { openTime, everyMs }: Place): Bar =>
  candlesOf(books, market, everyMs)(openTime)

/** Returns a function for the candle of a market by its opening time. */
function candlesOf({ tape }: Books, market: Market, everyMs: number): (openTime: number) => Bar {
  const bars =
    everyMs < minuteMs
      ? tape.prints(market.symbol).map((print) => barOf(print, print.time))
      : tape.bars(market.symbol)
  const traded = barsByOpening(bars, everyMs)
  const began = bars[0]?.from ?? tape.begunAt
  return (openTime) => {
    if (openTime + everyMs <= began) return madeUp(market, { openTime, everyMs, endMs: began })
    const before = closeBefore(bars, openTime) ?? market.start
    return traded.get(openTime) ?? flat(openTime, before)
  }
}

function barsByOpening(bars: readonly Bar[], everyMs: number): ReadonlyMap<number, Bar> {
  const found = new Map<number, Bar>()
  for (const bar of bars) {
    const openTime = bar.from - (bar.from % everyMs)
    const before = found.get(openTime)
    found.set(openTime, before === undefined ? bar : merged(before, bar))
  }
  return found
}

const closeBefore = (bars: readonly Bar[], time: number): bigint | undefined =>
  bars.findLast(({ from }) => from < time)?.close

/** An interval without trades stays at the last price. */
const flat = (from: number, price: bigint): Bar => ({
  from,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: 0n,
  quote: 0n,
  takerBuyVolume: 0n,
  takerBuyQuote: 0n,
  firstId: 0,
  lastId: -1,
})

function madeUp(market: Market, place: Place & Readonly<{ endMs: number }>): Bar {
  const { open, high, low, close, volume, trades } = candle(market, place)
  const quote = (volume * close) / 10n ** 8n
  const taker = { takerBuyVolume: volume / 2n, takerBuyQuote: quote / 2n }
  const ids = { firstId: 1, lastId: trades }
  return { from: place.openTime, open, high, low, close, volume, quote, ...taker, ...ids }
}

const line = (bar: Bar, openTime: number, everyMs: number) => [
  openTime,
  textOf(bar.open),
  textOf(bar.high),
  textOf(bar.low),
  textOf(bar.close),
  textOf(bar.volume),
  openTime + everyMs - 1,
  textOf(bar.quote),
  bar.lastId - bar.firstId + 1,
  textOf(bar.takerBuyVolume),
  textOf(bar.takerBuyQuote),
  '0',
]
