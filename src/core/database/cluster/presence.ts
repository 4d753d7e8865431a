import type pg from 'pg'
import type { Context } from '../../../context.ts'
import { beat, hideWorker, showWorker } from '../../../platform/jobs/lanes/abandoned.sql.ts'
import { jobLimits } from '../../outbox/job-limits.ts'

export type Presence = Readonly<{
  /** Shows other nodes that a worker is live; returns a function that ends this. */
  show: (worker: string) => () => void
  stop: () => Promise<void>
}>

/** Keeps one session that shows other nodes this node's live workers. */
export function startPresence(
  { clock, log }: Pick<Context, 'clock' | 'log'>,
  pool: pg.Pool,
): Presence {
  const workers = new Set<string>()
  const stopping = new AbortController()
  const { signal } = stopping

  async function showAll(session: pg.ClientBase, shown: Set<string>): Promise<void> {
    for (const worker of workers) {
      if (shown.has(worker)) continue
      await showWorker(session, worker)
      shown.add(worker)
    }
    for (const worker of shown) {
      if (workers.has(worker)) continue
      await hideWorker(session, worker)
      shown.delete(worker)
    }
    await beat(session)
  }

  async function stayPresent(): Promise<void> {
    const session = await pool.connect()
    const shown = new Set<string>()
    try {
      while (!signal.aborted) {
        await showAll(session, shown)
        await clock.sleep(jobLimits.beatMs, signal)
      }
    } finally {
      session.release(true)
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await stayPresent().catch((error: unknown) => {
        if (!signal.aborted)
          log.warn({ err: error }, 'the presence session of the workers was lost')
      })
      await clock.sleep(jobLimits.reconnectMs, signal)
    }
  }

  const running = run()
  return {
    show: (worker) => {
      workers.add(worker)
      return () => workers.delete(worker)
    },
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
