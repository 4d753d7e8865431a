import { limits } from '../../base/limits.ts'
import type { Context } from '../../context.ts'

/**
 * Holds answers back, so that who asks again as soon as they are answered asks seldom. Waiting
 * costs a timer; how many may wait is bounded, and beyond that answers go out at once.
 */
export type Tarpit = Readonly<{
  hold: () => Promise<void>
  /** Lets go of all who are held; nobody is held any more. */
  end: () => void
}>

export function startTarpit(
  { clock, random }: Pick<Context, 'clock' | 'random'>,
  bounds: Readonly<{ holdMs: number; held: number }> = limits.tarpit,
): Tarpit {
  const held = new Set<AbortController>()
  let ended = false
  return {
    hold: async () => {
      if (ended || held.size >= bounds.held) return
      const waiting = new AbortController()
      held.add(waiting)
      try {
        // Each for another time, so that those who came together don't come together again.
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
