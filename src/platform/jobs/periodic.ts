import { traceRoot } from '../../base/tracing.ts'
import type { Context } from '../../context.ts'
import { LeadershipLost } from '../../core/database/cluster/leader.ts'
import { planOnce } from '../../core/database/driver/transactions.ts'
import type { AnyCallback } from '../../core/inbox/callback.ts'
import { hasDueEvents } from '../../core/inbox/inbox.sql.ts'
import { inboxLimits } from '../../core/inbox/inbox-limits.ts'
import { sweepInbox } from '../../core/inbox/sweep.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { jobLimits } from '../../core/outbox/job-limits.ts'
import { plain } from '../../providers/outbound.ts'
import { demandOf } from '../http/server/demand.ts'
import { noteRun } from './job-runs.ts'
import { findWork } from './nodes.sql.ts'
import { type Periodic, periodicJobs } from './periodic-jobs.ts'
import { reportNode } from './report-node.ts'
import type { ObserveJob } from './worker.ts'

/**
 * Runs the periodic jobs, most of them on the leader only. A failed run is logged and repeated at
 * the next interval; two leaders at once would do no harm. `names` selects some of them, for tests
 * of these. Returns a function that stops them.
 */
export function startPeriodic(
  ctx: Context,
  events: ReadonlyMap<string, AnyCallback>,
  observe: ObserveJob = () => undefined,
  names: readonly string[] | null = null,
): () => Promise<void> {
  const stopping = new AbortController()
  const sweep: Periodic = {
    name: 'sweep the inbox',
    everyMs: inboxLimits.sweepEveryMs,
    hasWork: hasDueEvents,
    run: () => sweepInbox(ctx, events),
  }
  const pauses = makePauses(ctx, stopping.signal)
  const off = ctx.leadership.onChange(pauses.endAll)
  const report: Periodic = {
    name: 'report this node',
    everyMs: jobLimits.reportEveryMs,
    onEveryNode: true,
    run: () => reportNode(ctx),
  }
  const all = [sweep, report, ...periodicJobs]
  const unknown = names?.find((name) => !all.some((one) => one.name === name))
  if (unknown !== undefined) throw new RangeError(`no periodic job is called ${unknown}`)
  const wanted = all.filter(({ name }) => names?.includes(name) ?? true)
  const loops = wanted.map((one) =>
    repeat(ctx, one, { signal: stopping.signal, wait: (ms) => pauses.wait(one.name, ms), observe }),
  )
  loops.push(look(ctx, wanted, pauses, stopping.signal))
  return async () => {
    off()
    stopping.abort()
    pauses.endAll()
    // Runs may be interrupted anywhere, so a slow provider does not delay the shutdown.
    const ended = new AbortController()
    const last = Promise.all(loops).finally(() => ended.abort())
    await Promise.race([last, ctx.clock.sleep(jobLimits.endMs, ended.signal)])
  }
}

type Pauses = ReturnType<typeof makePauses>

/**
 * The pauses between the runs of each job, which can be ended early. A job that has nothing to do
 * pauses until it has.
 */
function makePauses({ clock }: Pick<Context, 'clock'>, stopping: AbortSignal) {
  const pausing = new Map<string, AbortController>()
  const wanted = new Set<string>()
  const idle = new Set<string>()
  const wait = async (job: string, ms: number): Promise<void> => {
    if (stopping.aborted || wanted.delete(job)) return
    const pause = new AbortController()
    pausing.set(job, pause)
    await clock.sleep(idle.has(job) ? jobLimits.neverMs : ms, pause.signal)
    wanted.delete(job)
  }
  /** Ends the job's pause; if it is running, it runs once more without a pause. */
  const end = (job: string): void => {
    wanted.add(job)
    pausing.get(job)?.abort()
  }
  return {
    wait,
    end,
    endAll: (): void => {
      for (const pause of pausing.values()) pause.abort()
    },
    /** Notes whether a job has work; one that had none runs at once. */
    note: (job: string, hasWork: boolean): void => {
      if (!hasWork) idle.add(job)
      else if (idle.delete(job)) end(job)
    },
  }
}

/**
 * Looks, by one statement for all jobs that have work from time to time only, which have some now,
 * and which jobs operators want to run.
 */
async function look(
  ctx: Context,
  jobs: readonly Periodic[],
  pauses: Pauses,
  signal: AbortSignal,
): Promise<void> {
  const looked = jobs.flatMap(({ name, everyMs, hasWork }) =>
    hasWork === undefined ? [] : [{ name, everyMs, hasWork }],
  )
  const since = ctx.clock.now().getTime()
  const asked = new Map<string, number>()
  const demand = demandOf(ctx)
  let wasQuiet = false
  while (!signal.aborted) {
    const startedAt = ctx.clock.now()
    const isQuiet = demand.isQuiet()
    if (wasQuiet && !isQuiet && ctx.config.sandbox) {
      for (const one of jobs) if (one.sandboxEveryMs !== undefined) pauses.end(one.name)
    }
    wasQuiet = isQuiet
    try {
      if (ctx.leadership.current() !== null) {
        const { work, requests } = await ctx.db.inTransaction((tx) => {
          planOnce(tx)
          return findWork(
            tx,
            looked.map(({ hasWork }) => hasWork),
          )
        })
        for (const [at, { name, everyMs }] of looked.entries()) {
          const hasWork = work[at] ?? true
          pauses.note(name, hasWork)
          if (!hasWork) noteRun(ctx, { job: name, everyMs, startedAt, tookMs: 0, failure: null })
        }
        for (const { job, askedMs } of requests) {
          if (askedMs <= (asked.get(job) ?? since)) continue
          asked.set(job, askedMs)
          pauses.end(job)
        }
      }
    } catch (error) {
      ctx.log.warn({ err: error }, 'the look for work of periodic jobs failed')
      for (const { name } of looked) pauses.note(name, true)
    }
    const { workEveryMs, quietWorkEveryMs } = jobLimits
    await ctx.clock.sleep(isQuiet ? quietWorkEveryMs : workEveryMs, signal)
  }
}

type Loop = Readonly<{
  signal: AbortSignal
  /** Waits for `ms`, until leadership changes, or until an operator wants the job to run. */
  wait: (ms: number) => Promise<void>
  observe: ObserveJob
}>

async function repeat(
  ctx: Context,
  periodic: Periodic,
  { signal, wait, observe }: Loop,
): Promise<void> {
  const { name, share = 1, onEveryNode = false, run } = periodic
  while (!signal.aborted) {
    const leastPauseMs = intervalOf(ctx, periodic)
    let pauseMs = leastPauseMs
    if (onEveryNode || ctx.leadership.current() !== null) {
      const [startedAt, startedMs] = [ctx.clock.now(), ctx.clock.monotonicMs()]
      const ended = (failure: unknown) => {
        const tookMs = Math.round(ctx.clock.monotonicMs() - startedMs)
        pauseMs = Math.max(leastPauseMs, pauseOf(tookMs, share))
        observe(name, failure === null ? 'done' : 'failed', tookMs)
        return noteRun(ctx, { job: name, everyMs: pauseMs, startedAt, tookMs, failure })
      }
      try {
        const attributes = { 'tukar.job': name }
        await traceRoot(`job ${name}`, { parent: null, attributes }, () => run(ctx))
        ended(null)
      } catch (error) {
        if (isLeadershipLost(error)) {
          ctx.log.info({ job: name }, 'a periodic job ended with the leadership')
        } else {
          const failures = ended(error)
          ctx.log.warn(
            { err: error, job: name, failures },
            'a periodic job failed and will run again',
          )
          if (failures === jobLimits.failuresToAlert) await alertFailures(ctx, name, error)
        }
      }
    }
    // A new leader runs everything at once.
    await wait(pauseMs)
  }
}

const isLeadershipLost = (error: unknown): boolean =>
  error instanceof LeadershipLost ||
  (error instanceof AggregateError && error.errors.some(isLeadershipLost))

function intervalOf(
  ctx: Context,
  { everyMs, quietEveryMs = everyMs, sandboxEveryMs = everyMs }: Periodic,
): number {
  if (demandOf(ctx).isQuiet()) return quietEveryMs
  return ctx.config.sandbox ? sandboxEveryMs : everyMs
}

/** The pause after a run that makes it this share of the time. */
const pauseOf = (tookMs: number, share: number): number => Math.round(tookMs / share - tookMs)

/** Alerts operators; if the database is not writable, only the log and `/health/ready` show it. */
async function alertFailures(ctx: Context, name: string, error: unknown): Promise<void> {
  const key = `periodic-failing:${name}:${ctx.random.bytes(8).toString('hex')}`
  const alert = {
    to: 'operator',
    kind: 'job-failing',
    key,
    severity: 'critical',
    subject: `Scheduled job failing: ${name}`,
    data: { job: name, error: plain(error instanceof Error ? error.message : '') },
  } as const
  await ctx.db
    .inTransaction((tx) => enqueueAll(tx, [alert]))
    .catch((err: unknown) => ctx.log.error({ err, job: name }, 'operators could not be alerted'))
}
