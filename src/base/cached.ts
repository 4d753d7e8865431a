import type { Clock } from './clock.ts'
import type { SharedAnswers } from './shared-answers.ts'

/**
 * The owner of a cached value (such as a pool), the clock, and the response cache that clears it.
 */
export type Cache = Readonly<{
  of: object
  clock: Pick<Clock, 'monotonicMs'>
  answers: Pick<SharedAnswers, 'cleared'>
}>

type CachedEntry<Value> = Readonly<{ made: Promise<Value>; madeMs: number; cleared: number }>

/**
 * Returns a function that caches a value for at most `maxAgeMs` and then makes it again, once for
 * all concurrent callers. Values requested before `answers` was cleared are not returned
 * afterwards. Failures are not cached.
 */
export function cached<Value>(
  maxAgeMs: number,
): (keeper: Cache, make: () => Promise<Value>) => Promise<Value> {
  const entries = new WeakMap<object, CachedEntry<Value>>()
  return ({ of, clock, answers }, make) => {
    const nowMs = clock.monotonicMs()
    const cleared = answers.cleared()
    const known = entries.get(of)
    if (known !== undefined && known.cleared === cleared && nowMs - known.madeMs <= maxAgeMs) {
      return known.made
    }
    const entry = { made: make(), madeMs: nowMs, cleared }
    entries.set(of, entry)
    entry.made.catch(() => {
      if (entries.get(of) === entry) entries.delete(of)
    })
    return entry.made
  }
}
