import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { RateLimiterPostgres, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { type Clock, systemClock } from '../base/clock.ts'
import { sha256 } from '../base/crypto.ts'
import { limits } from '../base/limits.ts'
import { openPool } from './database.ts'
import { TransientError } from './errors.ts'
import { spentKeys } from './spent-keys.ts'

const bounds = limits.counters

/** At most `points` within a window, which starts with the first one taken. */
export type CounterRule = Readonly<{
  name: string
  points: number
  windowSeconds: number
  /** Counted in the database even where Redis counts the rest: no guess may be forgotten. */
  kept?: boolean
}>

export type Taken = Readonly<{ allowed: boolean; remaining: number; resetSeconds: number }>

export type Counters = Readonly<{
  /**
   * Counts and decides in one atomic step, over all nodes. What is refused doesn't lengthen the
   * window, and for a moment is refused again without asking. Throws a transient error when it
   * can't be counted: what guards against guessing must not open because its store is away.
   */
  take: (rule: CounterRule, key: string, cost?: number) => Promise<Taken>
  /** Forgets what was taken under this key. */
  reset: (rule: CounterRule, key: string) => Promise<void>
  close: () => Promise<void>
}>

export type CountersOptions = Readonly<{
  databaseUrl: string
  /** Counted there when given; its memory policy should be noeviction. */
  redisUrl: string | null
  log: Logger
  clock?: Clock
}>

type Limiter = RateLimiterPostgres | RateLimiterRedis

type Store = Readonly<{ limiter: (rule: CounterRule) => Limiter; close: () => Promise<void> }>

export function startCounters(options: CountersOptions): Counters {
  const database = inDatabase(options)
  const shared = options.redisUrl === null ? database : inRedis(options.redisUrl, options.log)
  const limiters = new Map<string, Limiter>()
  const { spentMs: keptMs, spentKeys: keys } = bounds
  const spent = spentKeys(options.clock ?? systemClock, { keptMs, keys })

  function limiterOf(rule: CounterRule): Limiter {
    const id = ruleId(rule)
    const known = limiters.get(id)
    if (known !== undefined) return known
    if (limiters.size >= bounds.rules) throw new RangeError('too many rules: is one made per call?')
    const made = (rule.kept === true ? database : shared).limiter(rule)
    limiters.set(id, made)
    return made
  }

  return {
    take: async (rule, key, cost = 1) => {
      const limiter = limiterOf(rule)
      const id = hashed(key)
      const leftMs = spent.leftMs(spentId(rule, id))
      if (leftMs !== null) return { allowed: false, remaining: 0, resetSeconds: secondsOf(leftMs) }
      try {
        return taken(await limiter.consume(id, cost), true)
      } catch (error) {
        if (error instanceof RateLimiterRes) {
          spent.add(spentId(rule, id), error.msBeforeNext)
          return taken(error, false)
        }
        throw new TransientError('throttle counters are not available', { cause: error })
      }
    },
    reset: async (rule, key) => {
      const limiter = limiterOf(rule)
      const id = hashed(key)
      try {
        await limiter.delete(id)
        spent.delete(spentId(rule, id))
      } catch (error) {
        throw new TransientError('throttle counters are not available', { cause: error })
      }
    },
    close: async () => {
      await database.close()
      if (shared !== database) await shared.close()
    },
  }
}

const ruleId = ({ name, points, windowSeconds }: CounterRule): string =>
  `${name} ${points} ${windowSeconds}`

const spentId = (rule: CounterRule, id: string): string => `${ruleId(rule)} ${id}`

/** Keys are addresses, emails and tokens, which the store need not know. */
const hashed = (key: string): string => sha256(key).toString('base64url')

const taken = (result: RateLimiterRes, allowed: boolean): Taken => ({
  allowed,
  remaining: allowed ? result.remainingPoints : 0,
  resetSeconds: secondsOf(result.msBeforeNext),
})

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000))

/**
 * In the `counters` table, over a few connections of their own: counting never waits for money,
 * nor money for counting. They don't wait for the disk either; a crash of the database may forget
 * the last fraction of a second.
 */
function inDatabase({ databaseUrl, log, clock = systemClock }: CountersOptions): Store {
  const pool = openPool({
    url: databaseUrl,
    log,
    connections: bounds.connections,
    applicationName: 'tukar counters',
    statementMs: bounds.answerMs,
    settings: { synchronous_commit: 'off' },
  })
  const sweeping = setInterval(() => {
    const before = clock.now().getTime() - bounds.sweepEveryMs
    pool
      .query(sweep, [before, bounds.sweepRows])
      .catch((error: unknown) => log.warn({ err: error }, 'old counters can not be removed'))
  }, bounds.sweepEveryMs)
  sweeping.unref()
  return {
    limiter: ({ name, points, windowSeconds }) =>
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'counters',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: windowSeconds,
      }),
    close: async () => {
      clearInterval(sweeping)
      await pool.end()
    },
  }
}

const sweep = `
  delete from counters where key in (
    select key from counters where expire < $1 order by expire limit $2 for update skip locked)`

function inRedis(url: string, log: Logger): Store {
  const redis = new Redis(url, {
    connectTimeout: bounds.answerMs,
    commandTimeout: bounds.answerMs,
    maxRetriesPerRequest: 1,
  })
  redis.on('error', (error) => log.warn({ err: error }, 'Redis is not available'))
  return {
    limiter: ({ name, points, windowSeconds }) =>
      new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: `tukar:${name}`,
        points,
        duration: windowSeconds,
      }),
    close: async () => {
      redis.disconnect()
    },
  }
}
