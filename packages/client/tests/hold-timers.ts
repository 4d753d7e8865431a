import type { TestContext } from 'node:test'

/**
 * Holds the timers of exactly this delay for the rest of a test, and returns the function by which
 * their time passes. All others in the process run on, unlike with the runner's own mock.
 */
export function holdTimers(t: TestContext, delayMs: number): (passedMs: number) => void {
  const { setTimeout: start, clearTimeout: stop } = globalThis
  const held = new Map<unknown, { readonly run: () => void; leftMs: number }>()
  const hold = (run: (...given: unknown[]) => void, ms: number, ...given: unknown[]) => {
    if (ms !== delayMs) return start(run, ms, ...given)
    const timer = Symbol('timer')
    held.set(timer, { run: () => run(...given), leftMs: ms })
    return timer
  }
  t.mock.method(globalThis, 'setTimeout', hold)
  t.mock.method(globalThis, 'clearTimeout', (timer?: NodeJS.Timeout) => {
    if (!held.delete(timer)) stop(timer)
  })
  return (passedMs) => {
    for (const [timer, one] of held) {
      one.leftMs -= passedMs
      if (one.leftMs <= 0 && held.delete(timer)) one.run()
    }
  }
}
