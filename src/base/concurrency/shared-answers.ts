import type { Clock } from '../clock.ts'
import type { Random } from '../secrets/crypto.ts'
import { cache } from './cache.ts'
import { singleFlight } from './single-flight.ts'

const sharedAnswerLimits = {
  entries: 500,
  bodyBytes: 256 * 1024,
} as const

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

type Wanted = Readonly<{ key: string; maxAgeMs: number; make: () => Promise<SharedAnswer> }>

export function sharedAnswers(
  clock: Pick<Clock, 'monotonicMs'>,
  random: Pick<Random, 'bytes'>,
  bounds: Readonly<{ entries: number; bodyBytes: number }> = sharedAnswerLimits,
): SharedAnswers {
  const newStore = () => {
    const entries = cache<CacheEntry>(bounds.entries)
    const renew = singleFlight(
      async ({ key, maxAgeMs, make }: Wanted): Promise<CacheEntry> => {
        const madeMs = clock.monotonicMs()
        const answer = await make()
        const entry = { answer, madeMs, renewMs: madeMs + maxAgeMs * share(random) }
        if (answer.body.length <= bounds.bodyBytes) entries.set(key, entry)
        return entry
      },
      ({ key }) => key,
    )
    return { entries, renew }
  }
  // A response requested before a clear goes into the store of before it.
  let store = newStore()
  let clears = 0

  return {
    async get(key, maxAgeMs, make, stale) {
      const nowMs = clock.monotonicMs()
      const known = store.entries.get(key)
      if (known === undefined || nowMs - known.madeMs > maxAgeMs) {
        try {
          const { answer } = await store.renew({ key, maxAgeMs, make })
          return { answer, ageMs: 0 }
        } catch (failure) {
          const ageMs = clock.monotonicMs() - (known?.madeMs ?? 0)
          const serves = stale !== undefined && ageMs <= stale.maxAgeMs && stale.instead(failure)
          if (known === undefined || !serves) throw failure
          return { answer: known.answer, ageMs }
        }
      }
      // The caller gets the old response; a failed renewal shows only after the old one has
      // expired.
      if (nowMs >= known.renewMs) store.renew({ key, maxAgeMs, make }).catch(() => undefined)
      return { answer: known.answer, ageMs: nowMs - known.madeMs }
    },
    clear: () => {
      store = newStore()
      clears += 1
    },
    cleared: () => clears,
  }
}

/** Between half and nearly all, so that responses made together are not renewed together. */
const share = (random: Pick<Random, 'bytes'>): number => 0.5 + random.bytes(1).readUInt8() / 640
