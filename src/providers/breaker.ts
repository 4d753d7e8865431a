import type { Clock } from '../base/clock.ts'
import { limits } from '../base/limits.ts'

/** Leave to make one call; `probe` is the single call that tests a provider that was failing. */
export type Ticket = 'call' | 'probe'

export type Breaker = Readonly<{
  /** null while the provider is left alone. */
  enter: () => Ticket | null
  /** Every ticket is settled once: whether the provider was there, whatever it said. */
  settle: (ticket: Ticket, healthy: boolean) => void
}>

/**
 * Stops calling a provider that keeps failing: after several failures within a window it is left
 * alone for a while, then tried with one call that decides.
 */
export function breaker(clock: Pick<Clock, 'monotonicMs'>): Breaker {
  const { failures, windowMs, openMs } = limits.outbound.breaker
  let failedAt: readonly number[] = []
  let openedAt: number | null = null
  let probing = false

  function settleProbe(healthy: boolean): void {
    probing = false
    openedAt = healthy ? null : clock.monotonicMs()
    failedAt = []
  }

  return {
    enter() {
      if (openedAt === null) return 'call'
      if (probing || clock.monotonicMs() - openedAt < openMs) return null
      probing = true
      return 'probe'
    },
    settle(ticket, healthy) {
      if (ticket === 'probe') return settleProbe(healthy)
      if (healthy || openedAt !== null) return
      const now = clock.monotonicMs()
      failedAt = [...failedAt.filter((at) => now - at < windowMs), now]
      if (failedAt.length >= failures) openedAt = now
    },
  }
}
