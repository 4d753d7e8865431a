import type { Logger } from 'pino'
import { type Clock, systemClock } from '../../../base/clock.ts'
import { sha256 } from '../../../base/secrets/crypto.ts'
import { counterLimits } from '../database-limits.ts'
import { TransientError } from '../driver/errors.ts'
import { type Count, type CounterStore, databaseCounters, ruleId } from './database-counters.ts'
import { spentKeys } from './spent-keys.ts'

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
   * so that an outage never lifts the limits on guessing.
   */
  take: (rule: CounterRule, key: string, cost?: number) => Promise<Taken>
  reset: (rule: CounterRule, key: string) => Promise<void>
  /** Forgets the refusals that this node remembers; the counts stay. */
  forget: () => void
  close: () => Promise<void>
}>

export type CountersOptions = Readonly<{
  databaseUrl: string
  /** Counts in Redis if given; its memory policy should be noeviction. */
  redisUrl: string | null
  log: Logger
  clock?: Clock
}>

export async function startCounters(options: CountersOptions): Promise<Counters> {
  const { databaseUrl: url, redisUrl, log, clock = systemClock } = options
  const database = databaseCounters({ url, log })
  const shared = redisUrl === null ? database : await inRedis(redisUrl, log)
  const rules = new Set<string>()
  const { spentMs: keptMs, spentKeys: keys } = counterLimits
  const spent = spentKeys(clock, { keptMs, keys })

  function storeOf(rule: CounterRule): CounterStore {
    rules.add(ruleId(rule))
    if (rules.size > counterLimits.rules)
      throw new RangeError('too many rules: is one created per call?')
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
    forget: spent.clear,
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
    throw new TransientError('the throttle counters are not available', { cause: error })
  }
}

const spentId = (rule: CounterRule, id: string): string => `${ruleId(rule)} ${id}`

/** Keys are addresses, emails and tokens, so the store only receives hashes. */
const hashed = (key: string): string => sha256(key).toString('base64url')

const takenOf = ({ points: most }: CounterRule, { points, leftMs }: Count): Taken => ({
  allowed: points <= most,
  remaining: Math.max(0, most - points),
  resetSeconds: secondsOf(leftMs),
})

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000))

/** A service without Redis never loads its client. */
async function inRedis(url: string, log: Logger): Promise<CounterStore> {
  const { redisCounters } = await import('./redis-counters.ts')
  return redisCounters(url, log)
}
