import { cached } from '../../base/concurrency/cache.ts'
import type { Context } from '../../context.ts'
import { listPairs, type Pair } from '../../core/reference/pairs.sql.ts'
import { readSettings } from '../../core/reference/settings.sql.ts'
import { readWalletFlags } from '../../core/reference/wallet-flags.sql.ts'
import { tradingLimits } from './trading-limits.ts'

/** The pairs and settings that orders are checked against. */
export type TradingTerms = Readonly<{
  pairs: ReadonlyMap<string, Pair>
  /** False while new orders are stopped. */
  isOpen: boolean
  /** Maximum age of the market price that an order is checked against. */
  maxAgeMs: number
  /** How much more than the best ask a market buy holds. */
  bufferPpm: bigint
  /** How far below the best bid a market sale may be executed. */
  floorPpm: bigint
  /** Most open orders of one user. */
  mostOpen: number
  /** Most orders of one user within ten seconds. */
  ordersIn10Seconds: number
  /** Most orders of one user in a Jakarta day. */
  ordersADay: number
  /** Time within which a repeated order is refused, in seconds; 0: never. */
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

const kept = cached<TradingTerms>(tradingLimits.termsMs)

/** Reads the terms, which are the same for every user and cached briefly. */
export const readTradingTerms = ({
  db,
  clock,
  answers,
}: Pick<Context, 'answers' | 'clock' | 'db'>): Promise<TradingTerms> =>
  kept({ of: db, clock, answers }, async () => {
    const [pairs, { seconds, ppm, count }, flags] = await Promise.all([
      listPairs(db.read),
      readSettings(db.read, keys),
      readWalletFlags(db),
    ])
    return {
      pairs: new Map(pairs.map((pair) => [pair.txPair, pair])),
      isOpen: flags.TRADE === true,
      maxAgeMs: seconds('order.price_max_age_seconds') * 1_000,
      bufferPpm: ppm('order.market_buffer_ppm'),
      floorPpm: ppm('order.market_floor_ppm'),
      mostOpen: count('order.most_open'),
      ordersIn10Seconds: count('order.per_ten_seconds'),
      ordersADay: count('order.per_day'),
      repeatSeconds: seconds('order.repeat_guard_seconds'),
    }
  })
