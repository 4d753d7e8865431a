import type { Context } from '../../../context.ts'
import { tarpitLimits } from './tarpit-limits.ts'

/**
 * Delays refusals, so that clients that retry immediately retry less often. A delay costs one
 * timer; the number of delayed responses is bounded, and beyond it they are sent at once.
 */
export type Tarpit = Readonly<{
  hold: () => Promise<void>
  /** Releases all delayed responses; later ones are not delayed. */
  end: () => void
}>

export function startTarpit(
  { clock, random }: Pick<Context, 'clock' | 'random'>,
  bounds: Readonly<{ holdMs: number; held: number }> = tarpitLimits,
): Tarpit {
  const held = new Set<AbortController>()
  let ended = false
  return {
    hold: async () => {
      if (ended || held.size >= bounds.held) return
      const waiting = new AbortController()
      held.add(waiting)
      try {
        // A random extra delay, so that requests that came together do not retry together.
        const more = random.bytes(1).readUInt8() / 256
        await clock.sleep(bounds.holdMs * (1 + more), waiting.signal)
      } finally {
        held.delete(waiting)
      }
    },
    end: () => {
      ended = true
      for (const waiting of held) waiting.abort()
    },
  }
}
