import { performance } from 'node:perf_hooks'
import { limits } from '../base/limits.ts'
import type { Context } from '../context.ts'

const { busyShare, lookEveryMs, patienceMs } = limits.jobs

/**
 * Holds a job back while requests keep the event loop busy, for a bounded time: what users and
 * providers wait for comes first, and notices go on slowly even under a load that never ends.
 */
export async function giveWay({ clock }: Pick<Context, 'clock'>): Promise<void> {
  const untilMs = clock.monotonicMs() + patienceMs
  let before = performance.eventLoopUtilization()
  while (clock.monotonicMs() < untilMs) {
    await clock.sleep(lookEveryMs)
    const now = performance.eventLoopUtilization()
    if (performance.eventLoopUtilization(now, before).utilization < busyShare) return
    before = now
  }
}
