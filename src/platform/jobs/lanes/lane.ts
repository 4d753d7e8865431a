import { EventEmitter } from 'node:events'
import { Logger, type RunnerOptions, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Context } from '../../../context.ts'
import { jobLimits } from '../../../core/outbox/job-limits.ts'
import { type LaneName, signalOf } from '../../../core/outbox/queue.ts'
import { type HeldJobs, watchHeldJobs } from './held-jobs.ts'
import { wakeLane } from './wake-lane.ts'

export type Lane = Readonly<{
  /** The worker name that currently locks its jobs, and the jobs it knows of. */
  worker: () => Readonly<{ name: string; held: HeldJobs }>
  stop: () => Promise<void>
}>

export type LaneOptions = Readonly<{
  name: LaneName
  taskList: TaskList
  pool: pg.Pool
}>

/**
 * Runs the jobs of one lane, sharing them with other nodes. Each lane has its own workers, so lanes
 * do not wait for each other. Workers that end because the database was lost, or whose first fetch
 * failed, are started again.
 */
export async function startLane(ctx: Context, options: LaneOptions): Promise<Lane> {
  const stopping = new AbortController()
  let running = await begin(ctx, options)

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      await running.ended
      if (!stopping.signal.aborted) {
        ctx.log.error({ lane: options.name }, 'the job worker ended and will be restarted')
      }
      await ctx.clock.sleep(jobLimits.pollMs, stopping.signal)
      if (!stopping.signal.aborted) running = await begin(ctx, options).catch(() => running)
    }
  }

  const kept = keepRunning()
  return {
    worker: () => running,
    stop: async () => {
      stopping.abort()
      await running.stop()
      await kept
      // Stops workers that were just being restarted.
      await running.stop()
    },
  }
}

type Running = Readonly<{
  name: string
  held: HeldJobs
  ended: Promise<void>
  stop: () => Promise<void>
}>

/**
 * Starts the workers once. They have ended when the library reports it, or `endMs` after they began
 * to shut down: the library waits forever if writing the results of two jobs failed at once. Until
 * then the other nodes see the worker as live.
 */
async function begin(ctx: Context, options: LaneOptions): Promise<Running> {
  const events: WorkerEvents = new EventEmitter()
  const held = watchHeldJobs(events, ctx.clock)
  const gone = new AbortController()
  const overdue = new Promise<void>((resolve) => {
    events.once('pool:gracefulShutdown', () => {
      void ctx.clock.sleep(jobLimits.endMs, gone.signal).then(resolve)
    })
  })
  letGoOfWaiting(events)
  const stopWaking = wakeLane(events, ctx.db.signals, signalOf(options.name))
  const first = watchFirstFetch(events)
  let name = ''
  let hide: (() => void) | null = null
  events.once('pool:create', ({ workerPool }) => {
    name = workerPool.id
    hide = ctx.presence.show(name)
  })
  const logger = loggerOf(ctx, first.noteMessage)
  const runner = await run({ ...optionsFor(options), logger, events })
  const stop = () => runner.stop().catch(() => undefined)
  void first.failed.then(stop)
  const stopped = runner.promise.catch((error: unknown) => {
    ctx.log.error({ err: error, lane: options.name }, 'the job worker failed')
  })
  return {
    name,
    held,
    ended: Promise.race([stopped, overdue]).finally(() => {
      stopWaking()
      gone.abort()
      hide?.()
    }),
    stop: () => Promise.race([stop(), overdue]),
  }
}

/**
 * Drops the jobs that wait in the local queue when the workers end: the library fails to return
 * them, and would then abort running jobs too. They are freed after the workers have ended.
 */
function letGoOfWaiting(events: WorkerEvents): void {
  events.on('localQueue:init', ({ localQueue }) => {
    events.once('pool:gracefulShutdown', () => localQueue.jobQueue.splice(0))
  })
}

const failedFetch = 'Error occurred fetching jobs'

/**
 * Watches for a failure of the first fetch. It looks up the ids of the lane's tasks; the library
 * remembers a failure of that: such workers would fail every later fetch as well.
 */
function watchFirstFetch(events: WorkerEvents) {
  const { promise: failed, resolve: fail } = Promise.withResolvers<void>()
  let hasFetched = false
  events.once('localQueue:getJobs:complete', () => {
    hasFetched = true
  })
  return {
    failed,
    /** Receives the library's messages: no event reports a failed fetch. */
    noteMessage: (message: string) => {
      if (!hasFetched && message.startsWith(failedFetch)) fail()
    },
  }
}

function optionsFor({ name, taskList, pool }: LaneOptions): RunnerOptions {
  const { atOnce, restMs } = jobLimits.lanes[name]
  return {
    pgPool: pool,
    taskList,
    noHandleSignals: true,
    parsedCronItems: [],
    preset: {
      worker: {
        concurrentJobs: atOnce,
        // A lane fetches when it gets a signal.
        pollInterval: jobLimits.neverMs,
        // Only batched writes are awaited at the end and may fail: a single write over a lost
        // connection would be an unhandled rejection.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        localQueue: {
          size: atOnce,
          ttl: jobLimits.keptMs,
          // Otherwise each new job, in any lane, would make every lane fetch.
          refetchDelay: {
            durationMs: restMs,
            threshold: atOnce - 1,
            maxAbortThreshold: Number.POSITIVE_INFINITY,
          },
        },
      },
    },
  }
}

/** About the size of the pool, where no job holds a connection: results are written in batches. */
const poolWarning = 'WARNING: having maxPoolSize'

/** Logs only the library's messages: its metadata contains payloads. */
const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

const loggerOf = ({ log }: Pick<Context, 'log'>, note: (message: string) => void): Logger =>
  new Logger(({ label, workerId, taskIdentifier, jobId }) => (level, message) => {
    note(message)
    if (message.startsWith(poolWarning)) return
    log[levels[level]]({ label, workerId, taskIdentifier, jobId }, message)
  })
