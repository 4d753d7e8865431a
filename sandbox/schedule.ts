/** Provider time: a minute of the provider's clock lasts `60 / scale` seconds here. */
export type Schedule = Readonly<{
  /** Runs once after this much provider time. Returns a function that cancels it. */
  after: (providerMs: number, run: () => void) => () => void
  /** Returns how long this much provider time lasts here, in milliseconds. */
  lasting: (providerMs: number) => number
  /** Cancels all pending runs. */
  clear: () => void
}>

export function schedule(timeScale: number): Schedule {
  const pending = new Set<NodeJS.Timeout>()
  return {
    after(providerMs, run) {
      const timer = setTimeout(() => {
        pending.delete(timer)
        run()
      }, providerMs / timeScale)
      pending.add(timer)
      return () => {
        clearTimeout(timer)
        pending.delete(timer)
      }
    },
    lasting: (providerMs) => providerMs / timeScale,
    clear() {
      for (const timer of pending) clearTimeout(timer)
      pending.clear()
    },
  }
}

export const seconds = (count: number): number => count * 1_000
export const minutes = (count: number): number => count * 60_000
export const hours = (count: number): number => minutes(count * 60)
