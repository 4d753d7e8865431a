import { venueLimits } from '../../../providers/venue/venue-limits.ts'
import type { intervals } from '../trading-contracts.ts'

export type Interval = (typeof intervals)[number]

/** Maps times to the candles of an interval, and candles to their opening times. */
type Grid = Readonly<{
  indexOf: (timeMs: number) => number
  openOf: (index: number) => number
}>

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Weeks open on Monday, and 1970 began on a Thursday. */
const firstMondayMs = 4 * dayMs

const every = (lengthMs: number, firstMs = 0): Grid => ({
  indexOf: (timeMs) => Math.floor((timeMs - firstMs) / lengthMs),
  openOf: (index) => index * lengthMs + firstMs,
})

const months: Grid = {
  indexOf(timeMs) {
    const time = new Date(timeMs)
    return (time.getUTCFullYear() - 1970) * 12 + time.getUTCMonth()
  },
  openOf: (index) => Date.UTC(1970, index),
}

const grids: Readonly<Record<Interval, Grid>> = {
  '1s': every(secondMs),
  '1m': every(minuteMs),
  '3m': every(3 * minuteMs),
  '5m': every(5 * minuteMs),
  '15m': every(15 * minuteMs),
  '30m': every(30 * minuteMs),
  '1h': every(hourMs),
  '2h': every(2 * hourMs),
  '4h': every(4 * hourMs),
  '6h': every(6 * hourMs),
  '8h': every(8 * hourMs),
  '12h': every(12 * hourMs),
  '1d': every(dayMs),
  '3d': every(3 * dayMs),
  '1w': every(7 * dayMs, firstMondayMs),
  '1M': months,
}

const { candlesAPage } = venueLimits

/**
 * A fixed run of candles, the same for every caller: it begins at `startMs`, and the next one at
 * `endMs`.
 */
export type CandlePage = Readonly<{ startMs: number; endMs: number }>

export function pageAt(interval: Interval, timeMs: number): CandlePage {
  const { indexOf, openOf } = grids[interval]
  const first = Math.floor(indexOf(timeMs) / candlesAPage) * candlesAPage
  return { startMs: Math.max(0, openOf(first)), endMs: openOf(first + candlesAPage) }
}

export type CandleRange = Readonly<{
  startTime?: number | undefined
  endTime?: number | undefined
}>

/**
 * Aligns a range to whole candles, so that ranges with the same candles become equal. A time within
 * a candle counts as its opening; a start within one moves to the next candle's opening.
 */
export function wholeCandles<Range extends CandleRange>(interval: Interval, range: Range): Range {
  const { indexOf, openOf } = grids[interval]
  const openAt = (timeMs: number) => Math.max(0, openOf(indexOf(timeMs)))
  const { startTime, endTime } = range
  return {
    ...range,
    ...(startTime === undefined
      ? {}
      : { startTime: openAt(startTime) < startTime ? openOf(indexOf(startTime) + 1) : startTime }),
    ...(endTime === undefined ? {} : { endTime: openAt(endTime) }),
  }
}
