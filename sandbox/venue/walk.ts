import { type Market, markets } from './markets.ts'

/** The current price of each symbol, and its random seed. */
export type Prices = Map<string, { price: bigint; seed: number }>

export const newPrices = (): Prices =>
  new Map(
    [...markets.values()].map((market, at) => [
      market.symbol,
      { price: market.start, seed: 7 + at },
    ]),
  )

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

const intervals: Readonly<Record<string, number>> = {
  '1s': 1,
  '1m': 60,
  '3m': 180,
  '5m': 300,
  '15m': 900,
  '30m': 1_800,
  '1h': 3_600,
  '2h': 7_200,
  '4h': 14_400,
  '6h': 21_600,
  '8h': 28_800,
  '12h': 43_200,
  '1d': 86_400,
  '3d': 259_200,
  '1w': 604_800,
  '1M': 2_592_000,
}

/** Returns the length of a candle, or null for an interval that the venue does not have. */
export const intervalMs = (name: string): number | null =>
  Object.hasOwn(intervals, name) ? (intervals[name] ?? 0) * 1_000 : null

type Span = Readonly<{ everyMs: number; fromMs: number | null; toMs: number; count: number }>

/** Returns the openings of the candles in a span, oldest first; without a start the last ones. */
export function openings({ everyMs, fromMs, toMs, count }: Span): readonly number[] {
  const last = toMs - (toMs % everyMs)
  const first =
    fromMs === null ? last - (count - 1) * everyMs : Math.ceil(fromMs / everyMs) * everyMs
  const many = Math.max(0, Math.min(count, Math.floor((last - first) / everyMs) + 1))
  return Array.from({ length: many }, (_, at) => first + at * everyMs)
}

/** Derived from its opening time alone, so that a candle is the same on every request. */
export function candle(market: Market, openTime: number, everyMs: number) {
  const at = (offset: number): bigint => {
    const part = BigInt(after(Math.floor(openTime / everyMs) + offset + market.symbol.length) % 201)
    const price = market.start + (market.start * (part - 100n)) / 10_000n
    return price - (price % market.tick)
  }
  const [open, close, one, two] = [at(0), at(1), at(2), at(3)]
  const [low = open, , , high = open] = [open, close, one, two].toSorted((a, b) => (a < b ? -1 : 1))
  const volume = market.step * BigInt(100 + (after(openTime % 1_000_003) % 900))
  return { open, high, low, close, volume, trades: 10 + (after(openTime % 7_919) % 90) }
}
