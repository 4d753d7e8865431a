import type { Logger } from 'pino'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { counterLimits } from '../database-limits.ts'
import { type Count, type CounterStore, type Rule, ruleId } from './database-counters.ts'
import { openRedis } from './redis.ts'

/** Counts in Redis. `counters.ts` loads this module if a Redis is configured. */
export function redisCounters(url: string, log: Logger): CounterStore {
  const redis = openRedis(url, log, {
    connectTimeout: counterLimits.answerMs,
    commandTimeout: counterLimits.answerMs,
    maxRetriesPerRequest: 1,
  })
  const limiters = new Map<string, RateLimiterRedis>()
  const limiterOf = (rule: Rule): RateLimiterRedis => {
    const { name, points, windowSeconds } = rule
    const id = ruleId(rule)
    const made =
      limiters.get(id) ??
      new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: `tukar:${name}`,
        points,
        duration: windowSeconds,
      })
    limiters.set(id, made)
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
