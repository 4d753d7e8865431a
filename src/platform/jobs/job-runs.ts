import type { Context } from '../../context.ts'
import { perDatabase } from '../../core/database/per-database.ts'
import { plain } from '../../providers/outbound.ts'

/** The last run of a periodic job on this node. */
export type JobRun = Readonly<{
  job: string
  everyMs: number
  startedAt: Date
  tookMs: number
  /** Consecutive failures; 0 after a success. */
  failures: number
  succeededAt: Date | null
  failedAt: Date | null
  error: string | null
}>

type Runs = {
  readonly last: Map<string, JobRun>
  /** Jobs that ran since the runs were last written. */
  readonly unwritten: Set<string>
}

const runsOf = perDatabase(
  (_ctx: Pick<Context, 'db'>): Runs => ({ last: new Map(), unwritten: new Set() }),
)

type Ended = Pick<JobRun, 'job' | 'everyMs' | 'startedAt' | 'tookMs'> &
  Readonly<{ failure: unknown }>

/** Records that a job ran; `failure` is what it threw, or null. Returns the failures in a row. */
export function noteRun(ctx: Pick<Context, 'db'>, { failure, ...run }: Ended): number {
  const { last, unwritten } = runsOf(ctx)
  const before = last.get(run.job)
  const failures = failure === null ? 0 : (before?.failures ?? 0) + 1
  const outcome =
    failure === null
      ? { succeededAt: run.startedAt, failedAt: before?.failedAt ?? null, error: null }
      : {
          succeededAt: before?.succeededAt ?? null,
          failedAt: run.startedAt,
          error: plain(failure instanceof Error ? failure.message : String(failure)),
        }
  last.set(run.job, { ...run, ...outcome, failures })
  unwritten.add(run.job)
  return failures
}

/** Takes the runs that are not stored yet. */
export function takeRuns(ctx: Pick<Context, 'db'>): readonly JobRun[] {
  const { last, unwritten } = runsOf(ctx)
  const taken = [...unwritten].flatMap((job) => last.get(job) ?? [])
  unwritten.clear()
  return taken
}

/** Returns taken runs, so that the next heartbeat stores them. */
export function keepRuns(ctx: Pick<Context, 'db'>, runs: readonly JobRun[]): void {
  const { unwritten } = runsOf(ctx)
  for (const { job } of runs) unwritten.add(job)
}
