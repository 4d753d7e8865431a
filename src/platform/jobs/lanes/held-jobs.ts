import type { Job, WorkerEvents } from 'graphile-worker'
import type { Clock } from '../../../base/clock.ts'
import { jobLimits } from '../../../core/outbox/job-limits.ts'

export type HeldJobs = Readonly<{
  /** The jobs that this worker fetched, except those it finished some time ago. */
  ids: () => readonly string[]
}>

/**
 * Tracks the jobs a worker knows that it holds. The queue may record more: the response to a fetch
 * can be lost after the fetch was committed.
 */
export function watchHeldJobs(events: WorkerEvents, clock: Clock): HeldJobs {
  /** By job: null while it is held, then the time at which the worker finished it. */
  const held = new Map<string, number | null>()
  const done = ({ id }: Job) => held.set(String(id), clock.monotonicMs())
  events.on('localQueue:getJobs:complete', ({ jobs }) => {
    for (const { id } of jobs) held.set(String(id), null)
  })
  events.on('localQueue:returnJobs', ({ jobs }) => jobs.forEach(done))
  events.on('job:complete', ({ job }) => done(job))
  return {
    ids: () => {
      // The library writes a job's result after the job is done, which may take as long as a
      // database response.
      const forgottenMs = clock.monotonicMs() - jobLimits.lostMs
      for (const [id, doneMs] of held) {
        if (doneMs !== null && doneMs < forgottenMs) held.delete(id)
      }
      return [...held.keys()]
    },
  }
}
