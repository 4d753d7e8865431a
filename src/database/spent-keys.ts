import type { Clock } from '../base/clock.ts'

type Spent = Readonly<{ untilMs: number; resetAtMs: number }>

/**
 * Remembers, on this node and for a moment, which keys have nothing left, so that a flood of tries
 * costs the store nothing. What another node gives back counts here once that moment is over.
 */
export function spentKeys(
  clock: Pick<Clock, 'monotonicMs'>,
  { keptMs, keys }: Readonly<{ keptMs: number; keys: number }>,
) {
  const known = new Map<string, Spent>()
  return {
    /** How long the key has nothing left, or null where only the store can tell. */
    leftMs: (key: string): number | null => {
      const spent = known.get(key)
      if (spent === undefined) return null
      const nowMs = clock.monotonicMs()
      if (nowMs < Math.min(spent.untilMs, spent.resetAtMs)) return spent.resetAtMs - nowMs
      known.delete(key)
      return null
    },
    add: (key: string, resetMs: number): void => {
      const nowMs = clock.monotonicMs()
      known.delete(key)
      known.set(key, { untilMs: nowMs + keptMs, resetAtMs: nowMs + resetMs })
      if (known.size <= keys) return
      for (const [oldest] of known) {
        known.delete(oldest)
        break
      }
    },
    delete: (key: string): void => {
      known.delete(key)
    },
  }
}
