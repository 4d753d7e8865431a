import { limits } from '../base/limits.ts'
import type { Context } from '../context.ts'
import { demandOf } from '../http/demand.ts'

const { lookEveryMs, patienceMs } = limits.jobs

/**
 * Waits while many requests are under way, for a bounded time: what users and providers wait for
 * comes first.
 */
export async function untilCalm(
  ctx: Pick<Context, 'clock' | 'db'>,
  stopping: AbortSignal,
): Promise<void> {
  const { clock } = ctx
  const demand = demandOf(ctx)
  const untilMs = clock.monotonicMs() + patienceMs
  while (demand.isHigh() && clock.monotonicMs() < untilMs && !stopping.aborted) {
    await clock.sleep(lookEveryMs, stopping)
  }
}

/** What bulk work waits for, one of it at a time, before each piece of a bounded size. */
export type GiveWay = () => Promise<void>

/**
 * Returns a function that waits until requests are few. Of those that wait together one goes on
 * whenever it has waited long enough, so that bulk work goes on slowly even under a load that
 * never ends.
 */
export function givesWay(ctx: Pick<Context, 'clock' | 'db'>, stopping: AbortSignal): GiveWay {
  let turn = Promise.resolve()
  return () => {
    turn = turn.then(() => untilCalm(ctx, stopping))
    return turn
  }
}
