import type { Clock } from './clock.ts'
import type { SharedAnswers } from './shared-answers.ts'

/** What keeps a value: whose it is (a pool, say), the time, and when all is forgotten. */
export type Cache = Readonly<{
  of: object
  clock: Pick<Clock, 'monotonicMs'>
  answers: Pick<SharedAnswers, 'cleared'>
}>

type CachedEntry<Value> = Readonly<{ made: Promise<Value>; madeMs: number; cleared: number }>

/**
 * Returns a function that gives out a value for at most `maxAgeMs` and then has it made anew, once
 * for all who wait for it. What was asked for before the answers were cleared is not given out
 * after, and a failure is not kept.
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
