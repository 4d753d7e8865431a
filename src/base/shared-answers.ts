import type { Clock } from './clock.ts'
import type { Random } from './crypto.ts'
import { limits } from './limits.ts'

/** The bytes of a response that is the same for every caller. */
export type SharedAnswer = Readonly<{
  status: number
  mediaType: string
  body: Uint8Array
  headers: Readonly<Record<string, string>>
  /** A strong ETag: different bytes have a different one. */
  etag: string
}>

export type CachedAnswer = Readonly<{ answer: SharedAnswer; ageMs: number }>

/**
 * A short-lived response cache that makes each response once for all concurrent callers. A response
 * is never older than `maxAgeMs` when returned. In the second half of that time one request renews
 * it while the old one is still served, so that callers do not all wait at expiry.
 */
export type SharedAnswers = Readonly<{
  get: (
    key: string,
    maxAgeMs: number,
    make: () => Promise<SharedAnswer>,
    stale?: Stale,
  ) => Promise<CachedAnswer>
  /** Requests after this see everything written before it. */
  clear: () => void
  /** How often the cache was cleared; other caches compare this number. */
  cleared: () => number
}>

/** How long an old response is served if a new one cannot be made, and after which failures. */
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
  // A response requested before a clear goes into the store of before it.
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
      // The caller gets the old response; a failed renewal shows only once that is too old.
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

/** Between half and nearly all, so that responses made together are not renewed together. */
const share = (random: Pick<Random, 'bytes'>): number => 0.5 + random.bytes(1).readUInt8() / 640

/** Evicts the oldest entry if there are too many. */
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
