import { Logger, run, type Task, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import { limits } from '../base/limits.ts'
import type { Context } from '../context.ts'
import type { DeliveryJob } from '../outbox/enqueue.ts'
import { announceNotices, sendMails, sendPushes, submitReports } from './deliver.ts'
import { giveWay } from './give-way.ts'

/** Works off the queued jobs of this deployment together with the other nodes'. */
export async function startWorker(
  ctx: Context,
  pool: pg.Pool,
): Promise<Readonly<{ stop: () => Promise<void> }>> {
  const tasks: { readonly [Job in DeliveryJob]: Work } = {
    announce: announceNotices,
    'send-mails': sendMails,
    'send-pushes': sendPushes,
    'submit-reports': submitReports,
  }
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([job, work]) => [job, politely(ctx, work)]),
  )
  const runner = await run({
    pgPool: pool,
    taskList,
    concurrency: limits.jobs.atOnce,
    pollInterval: limits.jobs.pollMs,
    noHandleSignals: true,
    noPreparedStatements: true,
    logger: loggerOf(ctx),
    parsedCronItems: [],
  })
  runner.promise.catch((error: unknown) => ctx.log.error({ err: error }, 'the job worker ended'))
  return {
    stop: async () => {
      await runner.stop().catch(() => undefined)
    },
  }
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
