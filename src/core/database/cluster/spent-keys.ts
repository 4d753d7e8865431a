import type { Clock } from '../../../base/clock.ts'
import { cache } from '../../../base/concurrency/cache.ts'

type Spent = Readonly<{ untilMs: number; resetAtMs: number }>

/**
 * Remembers exhausted keys on this node for a moment, so that a flood of attempts does not reach
 * the store. A reset by another node takes effect here after that moment.
 */
export function spentKeys(
  clock: Pick<Clock, 'monotonicMs'>,
  { keptMs, keys }: Readonly<{ keptMs: number; keys: number }>,
) {
  const known = cache<Spent>(keys)
  return {
    /** Milliseconds until the key's window ends, or null if only the store knows. */
    leftMs: (key: string): number | null => {
      const spent = known.get(key)
      if (spent === undefined) return null
      const nowMs = clock.monotonicMs()
      if (nowMs < Math.min(spent.untilMs, spent.resetAtMs)) return spent.resetAtMs - nowMs
      return null
    },
    add: (key: string, resetMs: number): void => {
      const nowMs = clock.monotonicMs()
      known.set(key, { untilMs: nowMs + keptMs, resetAtMs: nowMs + resetMs })
    },
    delete: (key: string): void => {
      known.delete(key)
    },
    clear: (): void => known.clear(),
  }
}
