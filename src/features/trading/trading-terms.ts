import { cached } from '../../base/cached.ts'
import { limits } from '../../base/limits.ts'
import type { Context } from '../../context.ts'
import { listPairs, type Pair } from '../../reference/pairs.sql.ts'
import { readSettings } from '../../reference/settings.sql.ts'

/** By what orders are judged. */
export type TradingTerms = Readonly<{
  pairs: ReadonlyMap<string, Pair>
  /** How old a market price may be that an order is measured against. */
  maxAgeMs: number
  /** How much more than the best ask a market buy freezes. */
  bufferPpm: bigint
  /** How far below the best bid a market sell may be executed. */
  floorPpm: bigint
  /** Open orders that one user may have. */
  mostOpen: number
  /** Orders that one user may place within ten seconds. */
  ordersIn10Seconds: number
  /** Orders that one user may place in a day of Jakarta. */
  ordersADay: number
  /** Within how many seconds the same order is not taken again; 0: it always is. */
  repeatSeconds: number
}>

const keys = [
  'order.price_max_age_seconds',
  'order.market_buffer_ppm',
  'order.market_floor_ppm',
  'order.most_open',
  'order.per_ten_seconds',
  'order.per_day',
  'order.repeat_guard_seconds',
] as const

const kept = cached<TradingTerms>(limits.trading.termsMs)

/** The same for every user, so it is read once for all who ask within a moment. */
export const readTradingTerms = ({
  db,
  clock,
  answers,
}: Pick<Context, 'answers' | 'clock' | 'db'>): Promise<TradingTerms> =>
  kept({ of: db, clock, answers }, async () => {
    const [pairs, { seconds, ppm, count }] = await Promise.all([
      listPairs(db.read),
      readSettings(db.read, keys),
    ])
    return {
      pairs: new Map(pairs.map((pair) => [pair.txPair, pair])),
      maxAgeMs: seconds('order.price_max_age_seconds') * 1_000,
      bufferPpm: ppm('order.market_buffer_ppm'),
      floorPpm: ppm('order.market_floor_ppm'),
      mostOpen: count('order.most_open'),
      ordersIn10Seconds: count('order.per_ten_seconds'),
      ordersADay: count('order.per_day'),
      repeatSeconds: seconds('order.repeat_guard_seconds'),
    }
  })
