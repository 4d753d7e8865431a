/** Provider time: a minute of the provider's clock lasts `60 / scale` seconds here. */
export type Schedule = Readonly<{
  /** Runs once after this much provider time. Returns a function that cancels it. */
  after: (providerMs: number, run: () => void) => () => void
  /** Returns how long this much provider time lasts here, in milliseconds. */
  lasting: (providerMs: number) => number
  scale: () => number
  /** Changes how fast provider time runs, for pending runs as well. */
  setScale: (scale: number) => void
  /** Lets this much provider time pass at once. */
  advance: (providerMs: number) => void
  /** Returns how many runs are pending. */
  pending: () => number
  /** Cancels all pending runs. */
  clear: () => void
}>

type Run = { readonly dueMs: number; readonly run: () => void; timer: NodeJS.Timeout | undefined }

/** Calls `ran` after each run. */
export function schedule(timeScale: number, ran: () => void = () => undefined): Schedule {
  const runs = new Set<Run>()
  let scale = timeScale
  /** The provider time at a point of real time, from which both advance. */
  let since = { providerMs: 0, realMs: performance.now() }

  const now = () => since.providerMs + (performance.now() - since.realMs) * scale

  function arm(one: Run): void {
    clearTimeout(one.timer)
    one.timer = setTimeout(
      () => {
        runs.delete(one)
        one.run()
        ran()
      },
      Math.max(0, one.dueMs - now()) / scale,
    )
  }

  function reset(providerMs: number, nextScale: number): void {
    since = { providerMs, realMs: performance.now() }
    scale = nextScale
    // Timers of the same delay fire in the order in which they are set.
    for (const one of [...runs].sort((a, b) => a.dueMs - b.dueMs)) arm(one)
  }

  return {
    after(providerMs, run) {
      const one: Run = { dueMs: now() + providerMs, run, timer: undefined }
      runs.add(one)
      arm(one)
      return () => {
        clearTimeout(one.timer)
        runs.delete(one)
      }
    },
    lasting: (providerMs) => providerMs / scale,
    scale: () => scale,
    setScale: (next) => reset(now(), next),
    advance: (providerMs) => reset(now() + providerMs, scale),
    pending: () => runs.size,
    clear() {
      for (const { timer } of runs) clearTimeout(timer)
      runs.clear()
    },
  }
}

export const seconds = (count: number): number => count * 1_000
export const minutes = (count: number): number => count * 60_000
export const hours = (count: number): number => minutes(count * 60)
