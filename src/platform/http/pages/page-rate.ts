import { cache } from '../../../base/concurrency/cache.ts'
import { refuse } from '../../../base/refusal.ts'
import { ownerNetworkOf } from '../../../base/values/network.ts'
import type { Context } from '../../../context.ts'
import type { HttpRequest } from '../route.ts'

export type PageRate = (ctx: Pick<Context, 'clock'>, request: Pick<HttpRequest, 'ip'>) => void

type Counted = { asked: number; readonly endsMs: number }

/**
 * Builds a check that refuses networks which request a page too often. It counts in memory: such
 * pages are cheaper than the shared counters, and metrics matter most while the database is down.
 */
export function pageRate(
  bounds: Readonly<{ asked: number; windowMs: number; networks: number }>,
): PageRate {
  const networks = cache<Counted>(bounds.networks)
  return ({ clock }, { ip }) => {
    const nowMs = clock.monotonicMs()
    const name = ownerNetworkOf(ip)
    const known = networks.get(name)
    if (known !== undefined && known.endsMs > nowMs) {
      known.asked += 1
      if (known.asked <= bounds.asked) return
      const retryAfterSeconds = Math.ceil((known.endsMs - nowMs) / 1_000)
      refuse('api.too_many_requests', { retryAfterSeconds })
    }
    networks.set(name, { asked: 1, endsMs: nowMs + bounds.windowMs })
  }
}
