import { type Market, markets } from '../markets.ts'

/** The current price of each symbol, and its random seed. */
export type Prices = Map<string, { price: bigint; seed: number }>

export function startPrices(prices: Prices): void {
  for (const [at, { symbol, start }] of [...markets.values()].entries()) {
    prices.set(symbol, { price: start, seed: 7 + at })
  }
}

/** The next number of a sequence that is the same in every run. */
const after = (seed: number): number => (seed * 48_271 + 1) % 2_147_483_647

const widestPermille = 20n

/**
 * Moves a price one step: up to 0.05 % either way, within 2 % of its start; also returns the
 * quantity traded.
 */
export function stepOf(market: Market, at: Readonly<{ price: bigint; seed: number }>) {
  const seed = after(at.seed)
  const parts = BigInt(Math.floor(seed / 65_536) % 11) - 5n
  const moved = at.price + (at.price * parts) / 10_000n
  const reach = (market.start * widestPermille) / 1_000n
  const low = market.start - reach
  const high = market.start + reach
  const within = moved < low ? low : moved > high ? high : moved
  const quantity = market.step * BigInt(1 + (seed % 500))
  return { price: within - (within % market.tick), quantity, seed }
}

/** The candles of an interval, by their opening times. */
export type Grid = Readonly<{
  openingOf: (timeMs: number) => number
  /** The opening of the next candle. */
  endOf: (openTime: number) => number
}>

const every = (seconds: number, firstMs = 0): Grid => ({
  openingOf: (timeMs) =>
    Math.floor((timeMs - firstMs) / (seconds * 1_000)) * seconds * 1_000 + firstMs,
  endOf: (openTime) => openTime + seconds * 1_000,
})

const monthAt = (timeMs: number, later: number): number => {
  const time = new Date(timeMs)
  return Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + later)
}

/** The first Monday of 1970, which began on a Thursday. */
const firstMondayMs = 4 * 86_400_000

const intervals: Readonly<Record<string, Grid>> = {
  '1s': every(1),
  '1m': every(60),
  '3m': every(180),
  '5m': every(300),
  '15m': every(900),
  '30m': every(1_800),
  '1h': every(3_600),
  '2h': every(7_200),
  '4h': every(14_400),
  '6h': every(21_600),
  '8h': every(28_800),
  '12h': every(43_200),
  '1d': every(86_400),
  '3d': every(259_200),
  '1w': every(604_800, firstMondayMs),
  '1M': { openingOf: (timeMs) => monthAt(timeMs, 0), endOf: (openTime) => monthAt(openTime, 1) },
}

/** Returns the candles of an interval, or null for one that the venue does not have. */
export const gridOf = (interval: string): Grid | null =>
  Object.hasOwn(intervals, interval) ? (intervals[interval] ?? null) : null

type Span = Readonly<{ grid: Grid; fromMs: number | null; toMs: number; count: number }>

/** Returns the openings of the candles in a span, oldest first; without a start the last ones. */
export function openings({ grid, fromMs, toMs, count }: Span): readonly number[] {
  const { openingOf, endOf } = grid
  const found: number[] = []
  if (fromMs === null) {
    for (let at = openingOf(toMs); found.length < count; at = openingOf(at - 1)) found.unshift(at)
    return found
  }
  const first = openingOf(fromMs) < fromMs ? endOf(openingOf(fromMs)) : fromMs
  for (let at = first; at <= toMs && found.length < count; at = endOf(at)) found.push(at)
  return found
}

/** How far a price swings, in millionths of it, over these times. */
const swings: readonly (readonly [periodMs: number, millionths: number])[] = [
  [86_400_000, 20_000],
  [14_400_000, 8_000],
  [3_600_000, 4_000],
  [900_000, 2_000],
  [240_000, 1_000],
  [60_000, 500],
]

/** A number from -1 to 1 that is the same in every run, without a pattern in its sequence. */
function scattered(number: number): number {
  const once = Math.imul(number ^ (number >>> 16), 0x45d9f3b)
  const twice = Math.imul(once ^ (once >>> 16), 0x45d9f3b)
  return ((twice ^ (twice >>> 16)) >>> 0) / 2 ** 31 - 1
}

/** How far the price is from its middle at a time, in millionths: a sum of smooth random swings. */
function swingAt(market: Market, timeMs: number): number {
  const sum = swings.reduce((total, [periodMs, millionths], octave) => {
    const at = Math.floor(timeMs / periodMs)
    const part = timeMs / periodMs - at
    const seed = 100_003 * octave + 31 * market.symbol.charCodeAt(0) + market.symbol.length
    const [from, to] = [scattered(seed + at), scattered(seed + at + 1)]
    return total + millionths * (from + (to - from) * part * part * (3 - 2 * part))
  }, 0)
  return Math.round(sum)
}

type Place = Readonly<{ openTime: number; closeMs: number; endMs: number }>

/** A candle before `endMs`, when the price was the market's first: the same on every request. */
export function candle(market: Market, { openTime, closeMs, endMs }: Place) {
  const end = swingAt(market, endMs)
  const priceAt = (part: number): bigint => {
    const millionths = BigInt(swingAt(market, openTime + part * (closeMs - openTime)) - end)
    const price = market.start + (market.start * millionths) / 1_000_000n
    return price - (price % market.tick)
  }
  const [open, close] = [priceAt(0), priceAt(1)]
  const within = [open, close, ...[0.2, 0.4, 0.6, 0.8].map(priceAt)]
  const [low = open, , , , , high = open] = within.toSorted((a, b) => (a < b ? -1 : 1))
  const volume = market.step * BigInt(100 + (after(openTime % 1_000_003) % 900))
  return { open, high, low, close, volume, trades: 10 + (after(openTime % 7_919) % 90) }
}
