import type { Context } from '../../../context.ts'

/**
 * Delay of 429 responses on endpoints where secrets are guessed: at least this long, less than
 * twice.
 */
export const tarpitLimits = {
  delayMs: 1_000,
  delayed: 1_000,
} as const

/**
 * Delays refusals, so that clients that retry immediately retry less often. A delay costs one
 * timer; the number of delayed responses is bounded, and beyond it they are sent at once.
 */
export type Tarpit = Readonly<{
  delay: () => Promise<void>
  /** Releases all delayed responses; later ones are not delayed. */
  end: () => void
}>

export function startTarpit(
  { clock, random }: Pick<Context, 'clock' | 'random'>,
  bounds: Readonly<{ delayMs: number; delayed: number }> = tarpitLimits,
): Tarpit {
  const delayed = new Set<AbortController>()
  let ended = false
  return {
    delay: async () => {
      if (ended || delayed.size >= bounds.delayed) return
      const waiting = new AbortController()
      delayed.add(waiting)
      try {
        // A random extra delay, so that requests that came together do not retry together.
        const more = random.bytes(1).readUInt8() / 256
        await clock.sleep(bounds.delayMs * (1 + more), waiting.signal)
      } finally {
        delayed.delete(waiting)
      }
    },
    end: () => {
      ended = true
      for (const waiting of delayed) waiting.abort()
    },
  }
}
