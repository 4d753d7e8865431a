import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import { perOwner } from './per-owner.ts'

type AgingOptions = Readonly<{
  entries: number
  maxAgeMs: number
  clock: Pick<Clock, 'monotonicMs'>
}>

/** Returns a cache of at most `entries` values, which evicts the least recently used one. */
export const cache = <Value extends NonNullable<unknown>>(entries: number) =>
  // With `max` the library allocates memory for all entries at once: 220 kB for 10,000.
  new LRUCache<string, Value>({ maxSize: entries, sizeCalculation: () => 1 })

/** Returns such a cache that also drops values older than `maxAgeMs`. */
export const agingCache = <Value extends NonNullable<unknown>>(options: AgingOptions) =>
  new LRUCache<string, Value>({
    max: options.entries,
    ttl: options.maxAgeMs,
    ttlResolution: 0,
    // The library ignores the age of a value that was set at time zero.
    perf: { now: () => 1 + options.clock.monotonicMs() },
  })

/**
 * Returns a function that calls once per key within `maxAgeMs` of the call's start and caches the
 * outcome, also for concurrent callers. Failures, and outcomes that `isKept` excludes, are not
 * cached.
 */
export function cachedCalls<Outcome>(
  options: AgingOptions & Readonly<{ isKept?: (outcome: Outcome) => boolean }>,
) {
  const made = agingCache<Promise<Outcome>>(options)
  return (
    key: string,
    call: () => Promise<Outcome>,
    maxAgeMs: number = options.maxAgeMs,
  ): Promise<Outcome> => {
    const known = made.get(key)
    if (known !== undefined) return known
    const outcome = call()
    made.set(key, outcome, { ttl: maxAgeMs })
    const forget = () => {
      if (made.peek(key) === outcome) made.delete(key)
    }
    outcome.then((value) => {
      if (options.isKept?.(value) === false) forget()
    }, forget)
    return outcome
  }
}

/** Returns a function that calls once and shares the outcome. After a failure it calls again. */
export function once<Outcome>(call: () => Promise<Outcome>): () => Promise<Outcome> {
  let held: Promise<Outcome> | null = null
  return () => {
    held ??= call().catch((error: unknown) => {
      held = null
      throw error
    })
    return held
  }
}

/**
 * The owner of a cached value (such as a database), the clock, and the count of the clears that
 * apply to it.
 */
type CacheOwner = Readonly<{
  of: object
  clock: Pick<Clock, 'monotonicMs'>
  answers: Readonly<{ cleared: () => number }>
}>

/**
 * Returns a function that caches one value per owner for at most `maxAgeMs`. Values requested
 * before `answers` was cleared are not returned afterwards.
 */
export function cached<Value>(
  maxAgeMs: number,
): (owner: CacheOwner, make: () => Promise<Value>) => Promise<Value> {
  const callsOf = perOwner(
    ({ of }: CacheOwner) => of,
    ({ clock }) => cachedCalls<Value>({ entries: 1, maxAgeMs, clock }),
  )
  return (owner, make) => callsOf(owner)(String(owner.answers.cleared()), make)
}
