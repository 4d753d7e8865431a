import type { Clock } from '../../base/clock.ts'
import { limits } from '../../base/limits.ts'
import type { Heard } from '../outbound.ts'
import type { RateLimit } from './venue-objects.ts'

/** Who asks: market data for everybody, the state of our account, or an order of somebody. */
export type Purpose = 'market' | 'account' | 'order'

/**
 * What the venue bears of us, shared by all of our users. It counts in minutes of its own clock and
 * says in each answer how far we are; who goes on after a no is banned for days.
 */
export type Budget = Readonly<{
  /** null when it may be asked; else after how many seconds. */
  enter: (purpose: Purpose, weight: number) => number | null
  hear: (answer: Heard) => void
  learn: (rateLimits: readonly RateLimit[]) => void
}>

const minuteMs = 60_000
const orderWindowMs = 10_000

export function venueBudget(clock: Pick<Clock, 'now' | 'monotonicMs'>): Budget {
  let weightLimit: number = limits.venue.weightAMinute
  let orderLimit: number = limits.venue.ordersIn10Seconds
  let minute = { at: 0, used: 0 }
  let orders = { at: 0, used: 0 }
  let closedUntilMs = 0

  const restSeconds = (windowMs: number): number =>
    Math.ceil((windowMs - (clock.now().getTime() % windowMs)) / 1_000)

  function turn(): void {
    const nowMs = clock.now().getTime()
    const at = Math.floor(nowMs / minuteMs)
    if (minute.at !== at) minute = { at, used: 0 }
    const window = Math.floor(nowMs / orderWindowMs)
    if (orders.at !== window) orders = { at: window, used: 0 }
  }

  return {
    enter(purpose, weight) {
      turn()
      const waitMs = closedUntilMs - clock.monotonicMs()
      if (waitMs > 0) return Math.ceil(waitMs / 1_000)
      const most = (weightLimit * limits.venue.sharePercent[purpose]) / 100
      if (minute.used + weight > most) return restSeconds(minuteMs)
      if (purpose === 'order' && orders.used >= orderLimit) return restSeconds(orderWindowMs)
      minute.used += weight
      if (purpose === 'order') orders.used += 1
      return null
    },
    hear({ status, headers }) {
      turn()
      minute.used = numberIn(headers, 'x-mbx-used-weight-1m') ?? minute.used
      orders.used = numberIn(headers, 'x-mbx-order-count-10s') ?? orders.used
      if (status !== 429 && status !== 418) return
      const asked = numberIn(headers, 'retry-after') ?? limits.venue.throttledSeconds
      const seconds = Math.min(asked, limits.venue.banSeconds)
      closedUntilMs = Math.max(closedUntilMs, clock.monotonicMs() + seconds * 1_000)
    },
    learn(rateLimits) {
      for (const { rateLimitType, interval, intervalNum, limit } of rateLimits) {
        const kind = `${rateLimitType} ${intervalNum} ${interval}`
        if (kind === 'REQUEST_WEIGHT 1 MINUTE') weightLimit = limit
        if (kind === 'ORDERS 10 SECOND') orderLimit = limit
      }
    },
  }
}

function numberIn(headers: Heard['headers'], name: string): number | null {
  const text = headers[name]
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : null
}
