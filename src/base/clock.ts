/** Wall time for records, monotonic time for deadlines. Decisions about money use database time. */
export type Clock = Readonly<{
  now: () => Date
  /** Milliseconds that only increase; not comparable between processes. */
  monotonicMs: () => number
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}>

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, Math.max(ms, 0))
      signal?.addEventListener('abort', done, { once: true })
      if (signal?.aborted) done()
    }),
}

/** Returns the Jakarta calendar day of an instant as YYYY-MM-DD (UTC+7, no daylight saving). */
export function jakartaDay(at: Date): string {
  return new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(0, 10)
}

/** Returns the beginning of a Jakarta calendar day, YYYY-MM-DD. */
export const startOfJakartaDay = (day: string): Date => new Date(`${day}T00:00:00+07:00`)
