import type { Context } from '../../../context.ts'
import { jobLimits } from '../../../core/outbox/job-limits.ts'
import { demandOf } from '../../http/server/demand.ts'

const { lookEveryMs, patienceMs } = jobLimits
const never = new AbortController().signal

/** Waits while many requests are under way, for at most so long: requests come first. */
export async function untilCalm(
  ctx: Pick<Context, 'clock' | 'db'>,
  stopping: AbortSignal = never,
  mostMs: number = patienceMs,
): Promise<void> {
  const { clock } = ctx
  const demand = demandOf(ctx)
  const untilMs = clock.monotonicMs() + mostMs
  while (demand.isHigh() && clock.monotonicMs() < untilMs && !stopping.aborted) {
    await clock.sleep(lookEveryMs, stopping)
  }
}

/** Awaited by bulk work before each piece of a bounded size; one caller proceeds at a time. */
export type GiveWay = () => Promise<void>

/**
 * Returns a function that waits until requests are few. Concurrent callers proceed one at a time,
 * each after a bounded wait, so bulk work continues slowly even under constant load.
 */
export function givesWay(ctx: Pick<Context, 'clock' | 'db'>, stopping: AbortSignal): GiveWay {
  let turn = Promise.resolve()
  return () => {
    turn = turn.then(() => untilCalm(ctx, stopping))
    return turn
  }
}
