import { traceRoot } from '../../base/tracing.ts'
import { chunks } from '../../base/values/chunks.ts'
import type { Context } from '../../context.ts'
import { planOnce } from '../../core/database/driver/transactions.ts'
import { jobLimits } from '../../core/outbox/job-limits.ts'
import { deleteDoneJobs, returnFailedJob } from '../../core/outbox/jobs.sql.ts'
import { markReportsSent } from '../../core/outbox/outbox.sql.ts'
import { type OwnJob, startTaking } from '../../core/outbox/own-jobs.ts'
import { plain } from '../../providers/outbound.ts'
import { demandOf } from '../http/server/demand.ts'
import { untilRest } from './lanes/give-way.ts'
import { deliverTogether } from './mails/deliver.ts'

export type OwnJobs = Readonly<{
  /** The name that locks its jobs, and those that it holds now. */
  name: string
  ids: () => readonly string[]
  stop: () => Promise<void>
}>

type Observe = (job: string, outcome: 'done' | 'failed', ms: number) => void

/**
 * Makes the deliveries of this process's own commits, in sets, once no request is under way. One
 * transaction marks what was reported and deletes the jobs of a set. What fails goes back to the
 * queue, and so does everything that a process which dies had taken: its jobs were stored as locked
 * by it.
 */
export function startOwnJobs(ctx: Context, observe: Observe): OwnJobs {
  const name = ctx.presence.node
  const { atOnce, held: most } = jobLimits.own
  const held = new Map<string, Promise<void>>()
  const waiting: OwnJob[] = []
  const stopping = new AbortController()
  const demand = demandOf(ctx)
  const runSet = async (jobs: readonly OwnJob[]): Promise<void> => {
    try {
      await runTogether(ctx, name, jobs, observe)
    } catch (error) {
      ctx.log.warn({ err: error, jobs: idsOf(jobs) }, 'deliveries are left to the queue')
    }
    for (const { id } of jobs) held.delete(id)
  }
  const runWaiting = async (): Promise<void> => {
    await untilRest(ctx, stopping.signal)
    await Promise.all([...chunks(waiting.splice(0), atOnce)].map(runSet))
  }
  let next = Promise.resolve()
  const take = (job: OwnJob): void => {
    if (waiting.push(job) === 1) next = runWaiting()
    held.set(job.id, next)
  }
  const hasRoom = () => held.size < most && !demand.isHigh()
  const stopTaking = startTaking(ctx.db, { name, hasRoom, take })
  return {
    name,
    ids: () => [...held.keys()],
    stop: async () => {
      stopTaking()
      stopping.abort()
      const ended = new AbortController()
      const last = Promise.all(held.values()).finally(() => ended.abort())
      await Promise.race([last, ctx.clock.sleep(jobLimits.endMs, ended.signal)])
    },
  }
}

const idsOf = (jobs: readonly OwnJob[]): readonly string[] => jobs.map(({ id }) => id)

async function runTogether(
  ctx: Context,
  by: string,
  jobs: readonly OwnJob[],
  observe: Observe,
): Promise<void> {
  const startedMs = ctx.clock.monotonicMs()
  const reported: string[] = []
  const works = deliverTogether(ctx, jobs, (requestId) => void reported.push(requestId))
  const failures = await Promise.all(
    jobs.map((job, at) =>
      traced(job, async () => failedOf(job, await Promise.allSettled(works[at]?.() ?? []))),
    ),
  )
  const ms = ctx.clock.monotonicMs() - startedMs
  for (const { items } of failures) observe('deliver', items.length > 0 ? 'failed' : 'done', ms)
  const done = failures.filter(({ items }) => items.length === 0)
  await ctx.db.inTransaction(async (tx) => {
    planOnce(tx)
    deleteDoneJobs(tx, { ids: done.map(({ id }) => id), by })
    for (const one of failures) if (one.items.length > 0) returnFailedJob(tx, { ...one, by })
    if (reported.length > 0) await markReportsSent(tx, reported)
  })
}

/** The items of a job that failed, and why the first one did. */
function failedOf({ id, items }: OwnJob, outcomes: readonly PromiseSettledResult<void>[]) {
  const reasons = outcomes.map((one) => (one.status === 'rejected' ? one.reason : null))
  const first: unknown = reasons.find((reason) => reason !== null)
  const error = plain(first instanceof Error ? first.message : String(first))
  return { id, items: items.filter((_, at) => reasons[at] !== null), error }
}

/** The run belongs to the trace that enqueued it, if that was sampled. */
const traced = <Result>({ trace }: OwnJob, run: () => Promise<Result>): Promise<Result> =>
  trace === null
    ? run()
    : traceRoot(
        'job deliver',
        { kind: 'consumer', parent: trace, attributes: { 'tukar.job': 'deliver' } },
        run,
      )
