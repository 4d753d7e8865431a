import { Logger, run, type Task, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import { limits } from '../base/limits.ts'
import type { Context } from '../context.ts'
import type { DeliveryJob } from '../outbox/enqueue.ts'
import { announceNotices, sendMails, sendPushes, submitReports } from './deliver.ts'

/** Works off the queued jobs of this deployment together with the other nodes'. */
export async function startWorker(
  ctx: Context,
  pool: pg.Pool,
): Promise<Readonly<{ stop: () => Promise<void> }>> {
  const tasks: { readonly [Job in DeliveryJob]: Task } = {
    announce: (payload) => announceNotices(ctx, payload),
    'send-mails': (payload) => sendMails(ctx, payload),
    'send-pushes': (payload) => sendPushes(ctx, payload),
    'submit-reports': (payload) => submitReports(ctx, payload),
  }
  const taskList: TaskList = { ...tasks }
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

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

const loggerOf = ({ log }: Pick<Context, 'log'>): Logger =>
  new Logger((scope) => (level, message, meta) => {
    log[levels[level]]({ ...scope, ...meta }, message)
  })
