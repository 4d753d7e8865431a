import type { Clock } from '../base/clock.ts'
import type { CircuitState } from './health.ts'
import { outboundLimits } from './outbound-limits.ts'

/** Permission for one call; `probe` is the single call that tests a failing provider. */
export type Ticket = 'call' | 'probe'

export type Breaker = Readonly<{
  /** Returns null while the circuit is open. */
  enter: () => Ticket | null
  /**
   * Callers settle each ticket exactly once; `healthy` if the provider responded, also with an
   * error.
   */
  settle: (ticket: Ticket, healthy: boolean) => void
  state: () => CircuitState
}>

/**
 * A circuit breaker: after several failures in a row within a window it blocks all calls for a
 * while, then lets one probe decide. A provider of which a few calls in a hundred fail, or one
 * endpoint, stays in use.
 */
export function breaker(clock: Pick<Clock, 'monotonicMs'>): Breaker {
  const { failures, windowMs, openMs } = outboundLimits.breaker
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
      if (openedAt !== null) return
      const now = clock.monotonicMs()
      failedAt = healthy ? [] : [...failedAt.filter((at) => now - at < windowMs), now]
      if (failedAt.length >= failures) openedAt = now
    },
    state: () => (openedAt === null ? 'closed' : probing ? 'probing' : 'open'),
  }
}
