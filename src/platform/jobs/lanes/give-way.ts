import type { Context } from '../../../context.ts'
import { jobLimits } from '../../../core/outbox/job-limits.ts'
import { demandOf } from '../../http/server/demand.ts'

const { lookEveryMs, patienceMs, own } = jobLimits
const never = new AbortController().signal

/** Waits while many requests are under way, for at most so long: requests come first. */
export async function untilCalm(
  ctx: Pick<Context, 'clock' | 'db'>,
  stopping: AbortSignal = never,
  mostMs: number = patienceMs,
): Promise<void> {
  const demand = demandOf(ctx)
  await waitWhile(ctx.clock, () => demand.isHigh(), { mostMs, stopping })
}

/** Waits until no request is under way, for a shorter time: what follows one may delay no other. */
export async function untilRest(
  ctx: Pick<Context, 'clock' | 'db'>,
  stopping: AbortSignal,
): Promise<void> {
  const demand = demandOf(ctx)
  await waitWhile(ctx.clock, () => !demand.isResting(), { mostMs: own.patienceMs, stopping })
}

async function waitWhile(
  clock: Context['clock'],
  isBusy: () => boolean,
  { mostMs, stopping }: Readonly<{ mostMs: number; stopping: AbortSignal }>,
): Promise<void> {
  const untilMs = clock.monotonicMs() + mostMs
  while (isBusy() && clock.monotonicMs() < untilMs && !stopping.aborted) {
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
