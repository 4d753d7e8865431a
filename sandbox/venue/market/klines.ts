import { textOf } from '../amounts.ts'
import { type Books, marketOf } from '../books.ts'
import type { Market } from '../markets.ts'
import { limitOf, numberOf, type Params, required } from '../requests/parameters.ts'
import { no } from '../requests/refusal.ts'
import { type Bar, barOf, merged, minuteMs } from './tape.ts'
import { candle, type Grid, gridOf, openings } from './walk.ts'

/**
 * Returns candles of the trades since the market began; earlier candles are derived from their
 * time.
 */
export function klines(books: Books, params: Params) {
  const market = marketOf(params['symbol'])
  const grid = gridOf(required(params, 'interval'))
  if (grid === null) throw no(-1120, 'Invalid interval.')
  const nowMs = books.now()
  const span = {
    grid,
    fromMs: numberOf(params, 'startTime'),
    toMs: Math.min(numberOf(params, 'endTime') ?? nowMs, nowMs),
    count: limitOf(params, 500),
  }
  const candles = candlesOf(books, market, grid)
  return openings(span).map((openTime) => line(candles(openTime), openTime, grid.endOf(openTime)))
}

type Place = Readonly<{ openTime: number; grid: Grid }>

export const candleAt = (books: Books, market: Market, { openTime, grid }: Place): Bar =>
  candlesOf(books, market, grid)(openTime)

/** Returns a function for the candle of a market by its opening time. */
function candlesOf({ tape }: Books, market: Market, grid: Grid): (openTime: number) => Bar {
  const bars =
    grid.endOf(0) < minuteMs
      ? tape.prints(market.symbol).map((print) => barOf(print, print.time))
      : tape.bars(market.symbol)
  const traded = barsByOpening(bars, grid)
  const began = bars[0]?.from ?? tape.begunAt
  return (openTime) => {
    const closeMs = grid.endOf(openTime)
    if (closeMs <= began) return madeUp(market, { openTime, closeMs, endMs: began })
    const before = closeBefore(bars, openTime) ?? market.start
    return traded.get(openTime) ?? flat(openTime, before)
  }
}

function barsByOpening(bars: readonly Bar[], grid: Grid): ReadonlyMap<number, Bar> {
  const found = new Map<number, Bar>()
  for (const bar of bars) {
    const openTime = grid.openingOf(bar.from)
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

function madeUp(market: Market, place: Parameters<typeof candle>[1]): Bar {
  const { open, high, low, close, volume, trades } = candle(market, place)
  const quote = (volume * close) / 10n ** 8n
  const taker = { takerBuyVolume: volume / 2n, takerBuyQuote: quote / 2n }
  const ids = { firstId: 1, lastId: trades }
  return { from: place.openTime, open, high, low, close, volume, quote, ...taker, ...ids }
}

const line = (bar: Bar, openTime: number, endMs: number) => [
  openTime,
  textOf(bar.open),
  textOf(bar.high),
  textOf(bar.low),
  textOf(bar.close),
  textOf(bar.volume),
  endMs - 1,
  textOf(bar.quote),
  bar.lastId - bar.firstId + 1,
  textOf(bar.takerBuyVolume),
  textOf(bar.takerBuyQuote),
  '0',
]
