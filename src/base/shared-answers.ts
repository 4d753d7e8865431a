import type { Clock } from './clock.ts'
import type { Random } from './crypto.ts'
import { limits } from './limits.ts'

/** The bytes of an answer that is the same for everybody who asks the same. */
export type SharedAnswer = Readonly<{
  status: number
  mediaType: string
  body: Uint8Array
  headers: Readonly<Record<string, string>>
  /** Strong: other bytes have another one. */
  etag: string
}>

export type CachedAnswer = Readonly<{ answer: SharedAnswer; ageMs: number }>

/**
 * Answers kept for a moment and made once for all who wait for them. One is never older than
 * `maxAgeMs` when it is given out; in the second half of that time one caller's question has it
 * made anew while the old one still serves, so that a crowd never waits for one to expire.
 */
export type SharedAnswers = Readonly<{
  get: (
    key: string,
    maxAgeMs: number,
    make: () => Promise<SharedAnswer>,
    stale?: Stale,
  ) => Promise<CachedAnswer>
  /** What is asked from now on sees what has been written. */
  clear: () => void
  /** How often that has been: what else is kept is as old as this number says. */
  cleared: () => number
}>

/** How long an old answer serves while a new one can't be made, and for which failures. */
export type Stale = Readonly<{ maxAgeMs: number; instead: (failure: unknown) => boolean }>

type CacheEntry = Readonly<{ answer: SharedAnswer; madeMs: number; renewMs: number }>

type Store = {
  entries: Map<string, CacheEntry>
  underWay: Map<string, Promise<CacheEntry>>
}

const newStore = (): Store => ({ entries: new Map(), underWay: new Map() })

export function sharedAnswers(
  clock: Pick<Clock, 'monotonicMs'>,
  random: Pick<Random, 'bytes'>,
  bounds: Readonly<{ entries: number; bodyBytes: number }> = limits.sharedAnswers,
): SharedAnswers {
  // An answer that was asked for before a write belongs to the store of before.
  let store = newStore()
  let clears = 0

  async function made(into: Store, key: string, maxAgeMs: number, make: Make): Promise<CacheEntry> {
    const madeMs = clock.monotonicMs()
    const answer = await make()
    const entry = { answer, madeMs, renewMs: madeMs + maxAgeMs * share(random) }
    if (answer.body.length <= bounds.bodyBytes) keep(into.entries, key, entry, bounds.entries)
    return entry
  }

  function madeOnce(key: string, maxAgeMs: number, make: Make): Promise<CacheEntry> {
    const into = store
    const known = into.underWay.get(key)
    if (known !== undefined) return known
    const making = made(into, key, maxAgeMs, make).finally(() => into.underWay.delete(key))
    into.underWay.set(key, making)
    return making
  }

  return {
    async get(key, maxAgeMs, make, stale) {
      const nowMs = clock.monotonicMs()
      const known = store.entries.get(key)
      if (known === undefined || nowMs - known.madeMs > maxAgeMs) {
        try {
          const { answer } = await madeOnce(key, maxAgeMs, make)
          return { answer, ageMs: 0 }
        } catch (failure) {
          const ageMs = clock.monotonicMs() - (known?.madeMs ?? 0)
          const serves = stale !== undefined && ageMs <= stale.maxAgeMs && stale.instead(failure)
          if (known === undefined || !serves) throw failure
          return { answer: known.answer, ageMs }
        }
      }
      // Who asks now is served; a failure shows to those who ask when it has grown too old.
      if (nowMs >= known.renewMs) madeOnce(key, maxAgeMs, make).catch(() => undefined)
      return { answer: known.answer, ageMs: nowMs - known.madeMs }
    },
    clear: () => {
      store = newStore()
      clears += 1
    },
    cleared: () => clears,
  }
}

type Make = () => Promise<SharedAnswer>

/** Between a half and nearly the whole, so that answers made together aren't renewed together. */
const share = (random: Pick<Random, 'bytes'>): number => 0.5 + random.bytes(1).readUInt8() / 640

/** The oldest leaves when there are too many. */
function keep(
  entries: Map<string, CacheEntry>,
  key: string,
  entry: CacheEntry,
  most: number,
): void {
  entries.delete(key)
  entries.set(key, entry)
  if (entries.size <= most) return
  for (const oldest of entries.keys()) {
    entries.delete(oldest)
    return
  }
}
