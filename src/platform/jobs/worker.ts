import type { Task, TaskList } from 'graphile-worker'
import { confirmPayments } from '../../app/deposits/confirm-payments.ts'
import { cancelOfSuspended } from '../../app/trading/orders/cancel-of-suspended.ts'
import { confirmPayouts } from '../../app/withdrawals/sending/confirm-payouts.ts'
import { sendWithdrawals } from '../../app/withdrawals/sending/send-withdrawals.ts'
import { traceRoot } from '../../base/tracing.ts'
import type { Context } from '../../context.ts'
import { openPool } from '../../core/database/database.ts'
import type { DeliveryJob } from '../../core/outbox/enqueue.ts'
import { jobLimits } from '../../core/outbox/job-limits.ts'
import { freeLostJobs, traceOf } from '../../core/outbox/jobs.sql.ts'
import { type GiveWay, givesWay, untilCalm } from './lanes/give-way.ts'
import { JobsPool } from './lanes/jobs-pool.ts'
import { type Lane, type LaneName, startLane } from './lanes/lane.ts'
import { answerInquiries } from './mails/answer-inquiries.ts'
import {
  announceNotices,
  pushToDevices,
  sendMails,
  sendUrgentMails,
  submitReports,
} from './mails/deliver.ts'
import { inviteOperators } from './mails/invite-operators.ts'
import { mailAlerts } from './mails/mail-alerts.ts'
import { mailAsked } from './mails/mail-asked.ts'

/** Receives each run of a job, with its time in milliseconds. */
export type ObserveJob = (job: string, outcome: 'done' | 'failed', ms: number) => void

type Work = (ctx: Context, payload: unknown, giveWay: GiveWay) => Promise<void> | Promise<void>[]

/** Each job with its lane; lanes do not wait for each other. */
const jobs: { readonly [Job in DeliveryJob]: readonly [LaneName, Work] } = {
  announce: ['notices', announceNotices],
  'answer-inquiries': ['deliveries', answerInquiries],
  'cancel-orders': ['money', cancelOfSuspended],
  'confirm-payments': ['money', confirmPayments],
  'confirm-payouts': ['money', confirmPayouts],
  'invite-operators': ['urgent', inviteOperators],
  'mail-alerts': ['urgent', mailAlerts],
  'mail-asked': ['urgent', mailAsked],
  'push-to-devices': ['deliveries', pushToDevices],
  'send-mails': ['deliveries', sendMails],
  'send-urgent-mails': ['urgent', sendUrgentMails],
  'send-withdrawals': ['money', sendWithdrawals],
  'submit-reports': ['deliveries', submitReports],
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
  const stop = async () => {
    stopping.abort()
    await Promise.all(lanes.map((lane) => lane.stop()))
    await pool.end()
  }
  const started = await Promise.allSettled(
    laneNames.map(async (name) => {
      const taskList = tasksOf(ctx, name, { stopping: stopping.signal, observe })
      lanes.push(await startLane(ctx, { name, taskList, pool, pollMs }))
    }),
  )
  const failed = started.find((one) => one.status === 'rejected')
  if (failed !== undefined) {
    await stop()
    throw failed.reason
  }
  const looking = lookForLost(ctx, lanes, stopping.signal)
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
    async (payload, { job: { flags } }) => {
      // Announcements give way before each batch, deliveries before each call.
      if (lane === 'money') await untilCalm(ctx, stopping)
      const run = () =>
        observed(
          ctx,
          (outcome, ms) => observe(job, outcome, ms),
          () => work(ctx, payload, giveWay),
        )
      const parent = traceOf(flags)
      const attributes = { 'tukar.job': job }
      return parent === null
        ? run()
        : traceRoot(`job ${job}`, { kind: 'consumer', parent, attributes }, run)
    }
  return Object.fromEntries(
    Object.entries(jobs)
      .filter(([, [of]]) => of === lane)
      .map(([job, [, work]]) => [job, task(job, work)]),
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

/** Periodically unlocks jobs that this node's workers hold without knowing. */
async function lookForLost(
  { clock, db, log }: Context,
  lanes: readonly Lane[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const workers = lanes.map((lane) => lane.worker())
    const held = workers.flatMap(({ held }) => held.ids())
    try {
      const names = workers.map(({ name }) => name)
      const freed = await freeLostJobs(db, names, held)
      if (freed.length > 0) log.warn({ jobs: freed }, 'lost jobs were freed')
    } catch (error) {
      log.warn({ err: error }, 'the search for lost jobs failed')
    }
    await clock.sleep(jobLimits.lostEveryMs, signal)
  }
}
