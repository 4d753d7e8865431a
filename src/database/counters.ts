import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { type Clock, systemClock } from '../base/clock.ts'
import { sha256 } from '../base/crypto.ts'
import { limits } from '../base/limits.ts'
import { type Count, type CounterStore, databaseCounters } from './database-counters.ts'
import { TransientError } from './errors.ts'
import { spentKeys } from './spent-keys.ts'

const bounds = limits.counters

/** At most `points` within a window, which starts with the first one taken. */
export type CounterRule = Readonly<{
  name: string
  points: number
  windowSeconds: number
  /** Counted in the database even if Redis counts the others, so that no guess is forgotten. */
  kept?: boolean
}>

export type Taken = Readonly<{ allowed: boolean; remaining: number; resetSeconds: number }>

export type Counters = Readonly<{
  /**
   * Counts and decides in one atomic step across all nodes. A refusal does not lengthen the window,
   * and is repeated from memory for a moment. Throws a transient error if the store is unavailable,
   * so that guards against guessing never open.
   */
  take: (rule: CounterRule, key: string, cost?: number) => Promise<Taken>
  /** Deletes the count of this key. */
  reset: (rule: CounterRule, key: string) => Promise<void>
  close: () => Promise<void>
}>

export type CountersOptions = Readonly<{
  databaseUrl: string
  /** Counts in Redis if given; its memory policy should be noeviction. */
  redisUrl: string | null
  log: Logger
  clock?: Clock
}>

export function startCounters(options: CountersOptions): Counters {
  const { databaseUrl: url, redisUrl, log, clock = systemClock } = options
  const database = databaseCounters({ url, log, clock })
  const shared = redisUrl === null ? database : inRedis(redisUrl, log)
  const rules = new Set<string>()
  const { spentMs: keptMs, spentKeys: keys } = bounds
  const spent = spentKeys(clock, { keptMs, keys })

  function storeOf(rule: CounterRule): CounterStore {
    rules.add(ruleId(rule))
    if (rules.size > bounds.rules) throw new RangeError('too many rules: is one made per call?')
    return rule.kept === true ? database : shared
  }

  return {
    take: async (rule, key, cost = 1) => {
      const store = storeOf(rule)
      const id = hashed(key)
      const leftMs = spent.leftMs(spentId(rule, id))
      if (leftMs !== null) return { allowed: false, remaining: 0, resetSeconds: secondsOf(leftMs) }
      const count = await counted(() => store.take(rule, id, cost))
      const taken = takenOf(rule, count)
      if (!taken.allowed) spent.add(spentId(rule, id), count.leftMs)
      return taken
    },
    reset: async (rule, key) => {
      const store = storeOf(rule)
      const id = hashed(key)
      await counted(() => store.reset(rule, id))
      spent.delete(spentId(rule, id))
    },
    close: async () => {
      await database.close()
      if (shared !== database) await shared.close()
    },
  }
}

async function counted<Answer>(count: () => Promise<Answer>): Promise<Answer> {
  try {
    return await count()
  } catch (error) {
    throw new TransientError('throttle counters are not available', { cause: error })
  }
}

const ruleId = ({ name, points, windowSeconds }: CounterRule): string =>
  `${name} ${points} ${windowSeconds}`

const spentId = (rule: CounterRule, id: string): string => `${ruleId(rule)} ${id}`

/** Keys are addresses, emails and tokens, so the store only receives hashes. */
const hashed = (key: string): string => sha256(key).toString('base64url')

const takenOf = ({ points: most }: CounterRule, { points, leftMs }: Count): Taken => ({
  allowed: points <= most,
  remaining: Math.max(0, most - points),
  resetSeconds: secondsOf(leftMs),
})

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000))

function inRedis(url: string, log: Logger): CounterStore {
  const redis = new Redis(url, {
    connectTimeout: bounds.answerMs,
    commandTimeout: bounds.answerMs,
    maxRetriesPerRequest: 1,
  })
  redis.on('error', (error) => log.warn({ err: error }, 'Redis is not available'))
  const limiters = new Map<string, RateLimiterRedis>()
  const limiterOf = (rule: CounterRule): RateLimiterRedis => {
    const { name, points, windowSeconds } = rule
    const made =
      limiters.get(ruleId(rule)) ??
      new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: `tukar:${name}`,
        points,
        duration: windowSeconds,
      })
    limiters.set(ruleId(rule), made)
    return made
  }
  return {
    take: async (rule, id, cost) => countOf(await limiterOf(rule).consume(id, cost).catch(refused)),
    reset: async (rule, id) => {
      await limiterOf(rule).delete(id)
    },
    close: async () => {
      redis.disconnect()
    },
  }
}

/** Exceeding the points is not a failure of the store. */
function refused(error: unknown): RateLimiterRes {
  if (error instanceof RateLimiterRes) return error
  throw error
}

const countOf = ({ consumedPoints, msBeforeNext }: RateLimiterRes): Count => ({
  points: consumedPoints,
  leftMs: msBeforeNext,
})
