import type { Task, TaskList } from 'graphile-worker'
import { confirmPayments } from '../../app/deposits/confirm-payments.ts'
import { cancelOfSuspended } from '../../app/trading/orders/cancel-of-suspended.ts'
import { confirmPayouts } from '../../app/withdrawals/sending/confirm-payouts.ts'
import { sendWithdrawals } from '../../app/withdrawals/sending/send-withdrawals.ts'
import { traceRoot } from '../../base/tracing.ts'
import type { Context } from '../../context.ts'
import { openPool } from '../../core/database/database.ts'
import { planOnce } from '../../core/database/driver/transactions.ts'
import { jobLimits } from '../../core/outbox/job-limits.ts'
import { freeJobs, traceOf } from '../../core/outbox/jobs.sql.ts'
import { type DeliveryJob, type LaneName, laneOf, signalOf } from '../../core/outbox/queue.ts'
import { type GiveWay, givesWay, untilCalm } from './lanes/give-way.ts'
import { JobsPool } from './lanes/jobs-pool.ts'
import { type Lane, startLane } from './lanes/lane.ts'
import { answerInquiries } from './mails/answer-inquiries.ts'
import { announceNotices, deliver, sendUrgentMails } from './mails/deliver.ts'
import { inviteOperators } from './mails/invite-operators.ts'
import { mailAlerts } from './mails/mail-alerts.ts'
import { mailAsked } from './mails/mail-asked.ts'
import { type OwnJobs, startOwnJobs } from './run-own-jobs.ts'

/** Receives each run of a job, with its time in milliseconds. */
export type ObserveJob = (job: string, outcome: 'done' | 'failed', ms: number) => void

/** A job's work; it may need to know when the job was enqueued: with the facts it follows from. */
type Work = (
  ctx: Context,
  payload: unknown,
  giveWay: GiveWay,
  at: Date,
) => Promise<void> | Promise<void>[]

const jobs: { readonly [Job in DeliveryJob]: Work } = {
  announce: announceNotices,
  'answer-inquiries': answerInquiries,
  'cancel-orders': cancelOfSuspended,
  'confirm-payments': confirmPayments,
  'confirm-payouts': confirmPayouts,
  deliver,
  'invite-operators': inviteOperators,
  'mail-alerts': mailAlerts,
  'mail-asked': mailAsked,
  'send-urgent-mails': sendUrgentMails,
  'send-withdrawals': sendWithdrawals,
}

const laneNames: readonly LaneName[] = ['urgent', 'money', 'notices', 'deliveries']

/** Runs the queued jobs of this deployment, in lanes, sharing them with other nodes. */
export async function startWorker(
  ctx: Context,
  databaseUrl: string,
  observe: ObserveJob = () => undefined,
  pollMs: number = jobLimits.pollMs,
): Promise<Readonly<{ stop: () => Promise<void> }>> {
  const { connections } = jobLimits
  // By itself PostgreSQL plans the queue's statements anew at each use.
  const settings = { plan_cache_mode: 'force_generic_plan' }
  const pool = openPool({ url: databaseUrl, log: ctx.log, connections, settings, Pool: JobsPool })
  const lanes: Lane[] = []
  const stopping = new AbortController()
  const own = startOwnJobs(ctx, observe)
  const stop = async () => {
    stopping.abort()
    await Promise.all([own.stop(), ...lanes.map((lane) => lane.stop())])
    await pool.end()
  }
  const started = await Promise.allSettled(
    laneNames.map(async (name) => {
      const taskList = tasksOf(ctx, name, { stopping: stopping.signal, observe })
      lanes.push(await startLane(ctx, { name, taskList, pool }))
    }),
  )
  const failed = started.find((one) => one.status === 'rejected')
  if (failed !== undefined) {
    await stop()
    throw failed.reason
  }
  const looking = look(ctx, { lanes, own }, pollMs, stopping.signal)
  return {
    stop: async () => {
      await stop()
      await looking
    },
  }
}

type Running = Readonly<{ stopping: AbortSignal; observe: ObserveJob }>

function tasksOf(ctx: Context, lane: LaneName, { stopping, observe }: Running): TaskList {
  const giveWay = givesWay(ctx, stopping)
  const task =
    (job: string, work: Work): Task =>
    async (payload, { job: { created_at: at, flags } }) => {
      // Announcements give way before each batch, deliveries before each call.
      if (lane === 'money') await untilCalm(ctx, stopping)
      const run = () =>
        observed(
          ctx,
          (outcome, ms) => observe(job, outcome, ms),
          () => work(ctx, payload, giveWay, at),
        )
      const parent = traceOf(flags)
      const attributes = { 'tukar.job': job }
      return parent === null
        ? run()
        : traceRoot(`job ${job}`, { kind: 'consumer', parent, attributes }, run)
    }
  return Object.fromEntries(
    Object.entries(jobs)
      .filter(([job]) => laneOf(job) === lane)
      .map(([job, work]) => [job, task(job, work)]),
  )
}

/** Runs a job and reports its outcome; a list fails if one of its items does. */
async function observed(
  { clock }: Pick<Context, 'clock'>,
  observe: (outcome: 'done' | 'failed', ms: number) => void,
  work: () => ReturnType<Work>,
): Promise<void | Promise<void>[]> {
  const startedMs = clock.monotonicMs()
  try {
    const result = await work()
    const items = await Promise.allSettled(result ?? [])
    const failed = items.some(({ status }) => status === 'rejected')
    observe(failed ? 'failed' : 'done', clock.monotonicMs() - startedMs)
    return result
  } catch (error) {
    observe('failed', clock.monotonicMs() - startedMs)
    throw error
  }
}

/** Periodically frees jobs that no worker runs, and wakes the lanes if a job became due. */
async function look(
  { clock, db, log }: Context,
  { lanes, own }: Readonly<{ lanes: readonly Lane[]; own: OwnJobs }>,
  pollMs: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const workers = lanes.map((lane) => lane.worker())
    const held = [...own.ids(), ...workers.flatMap(({ held }) => held.ids())]
    try {
      const names = [own.name, ...workers.map(({ name }) => name)]
      const { freed, isDue } = await db.inTransaction((tx) => {
        planOnce(tx)
        return freeJobs(tx, { names, held })
      })
      if (freed.length > 0) log.warn({ jobs: freed }, 'jobs that no worker runs were freed')
      if (isDue) for (const name of laneNames) db.signals.emit(signalOf(name))
    } catch (error) {
      log.warn({ err: error }, 'the look for lost and due jobs failed')
    }
    await clock.sleep(pollMs, signal)
  }
}
