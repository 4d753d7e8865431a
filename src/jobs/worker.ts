import { EventEmitter } from 'node:events'
import {
  Logger,
  type RunnerOptions,
  run,
  type Task,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import { limits } from '../base/limits.ts'
import type { Context } from '../context.ts'
import { cancelOfSuspended } from '../features/trading/orders/cancel-of-suspended.ts'
import { confirmPaydPayments } from '../features/transfers/deposits/confirm-payd-payments.ts'
import { sendWithdrawals } from '../features/transfers/withdrawals/send-withdrawals.ts'
import type { DeliveryJob } from '../outbox/enqueue.ts'
import { markAlive, unmark } from './abandoned.sql.ts'
import { announceNotices, pushToDevices, sendMails, sendPushes, submitReports } from './deliver.ts'
import { giveWay } from './give-way.ts'
import { mailAsked } from './mail-asked.ts'

/**
 * Works off the queued jobs of this deployment together with the other nodes'. A worker that ends
 * because the database went away is started again.
 */
export async function startWorker(
  ctx: Context,
  pool: pg.Pool,
): Promise<Readonly<{ stop: () => Promise<void> }>> {
  const stopping = new AbortController()
  let worker = await begin(ctx, pool)

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      await worker.ended
      if (!stopping.signal.aborted) ctx.log.error('the job worker ended and will start again')
      await ctx.clock.sleep(limits.jobs.pollMs, stopping.signal)
      if (!stopping.signal.aborted) worker = await begin(ctx, pool).catch(() => worker)
    }
  }

  const running = keepRunning()
  return {
    stop: async () => {
      stopping.abort()
      await worker.stop()
      await running
      // One that was just being started again.
      await worker.stop()
    },
  }
}

type Running = Readonly<{ ended: Promise<void>; stop: () => Promise<void> }>

/**
 * One run of the worker. It has ended when it says so, or some time after it began to shut down:
 * one that failed to write what became of two jobs at once waits for itself for ever.
 */
async function begin(ctx: Context, pool: pg.Pool): Promise<Running> {
  const events = signsOfLife(ctx)
  const gone = new AbortController()
  const overdue = new Promise<void>((resolve) => {
    events.once('pool:gracefulShutdown', () => {
      void ctx.clock.sleep(limits.jobs.endMs, gone.signal).then(resolve)
    })
  })
  const runner = await run({ ...optionsFor(ctx, pool), events })
  const told = runner.promise.catch((error: unknown) => {
    ctx.log.error({ err: error }, 'the job worker met an error')
  })
  return {
    ended: Promise.race([told, overdue]).finally(() => gone.abort()),
    stop: () => Promise.race([runner.stop().catch(() => undefined), overdue]),
  }
}

function optionsFor(ctx: Context, pool: pg.Pool): RunnerOptions {
  const tasks: { readonly [Job in DeliveryJob]: Work } = {
    announce: announceNotices,
    'cancel-orders': cancelOfSuspended,
    'confirm-payments': confirmPaydPayments,
    'mail-asked': mailAsked,
    'push-to-devices': pushToDevices,
    'send-mails': sendMails,
    'send-pushes': sendPushes,
    'send-withdrawals': sendWithdrawals,
    'submit-reports': submitReports,
  }
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([job, work]) => [job, politely(ctx, work)]),
  )
  return {
    pgPool: pool,
    taskList,
    concurrency: limits.jobs.atOnce,
    pollInterval: limits.jobs.pollMs,
    noHandleSignals: true,
    noPreparedStatements: true,
    logger: loggerOf(ctx),
    parsedCronItems: [],
    // Only what is written in batches is waited for at the end and may fail: a single write that
    // meets a lost connection would be a rejection nobody handles.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  }
}

/** A worker is alive for the other nodes while the session on which it listens bears its name. */
function signsOfLife({ log }: Pick<Context, 'log'>): WorkerEvents {
  const events: WorkerEvents = new EventEmitter()
  const failed = (error: unknown) => log.warn({ err: error }, 'a worker has no sign of life')
  events.on('pool:listen:success', ({ workerPool, client }) => {
    markAlive(client, workerPool.id).catch(failed)
  })
  events.on('pool:listen:release', ({ client }) => {
    // A session that was lost takes its name with it.
    unmark(client).catch(() => undefined)
  })
  return events
}

type Work = (ctx: Context, payload: unknown) => Promise<void> | Promise<void>[]

const politely =
  (ctx: Context, work: Work): Task =>
  async (payload) => {
    await giveWay(ctx)
    return work(ctx, payload)
  }

/** Only its words: what it adds to them holds payloads. */
const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

const loggerOf = ({ log }: Pick<Context, 'log'>): Logger =>
  new Logger(({ label, workerId, taskIdentifier, jobId }) => (level, message) => {
    log[levels[level]]({ label, workerId, taskIdentifier, jobId }, message)
  })
