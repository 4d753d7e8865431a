import type { Job, WorkerEvents } from 'graphile-worker'
import type { Clock } from '../base/clock.ts'
import { limits } from '../base/limits.ts'

export type HeldJobs = Readonly<{
  /** The jobs that this worker fetched, without those it was done with some time ago. */
  ids: () => readonly string[]
}>

/**
 * Keeps account of the jobs that a worker knows it has. The queue may say that it has more: the
 * answer to a fetch can be lost after the fetch was committed.
 */
export function watchHeldJobs(events: WorkerEvents, clock: Clock): HeldJobs {
  /** By job: null while it is held, then when the worker was done with it. */
  const held = new Map<string, number | null>()
  const done = ({ id }: Job) => held.set(String(id), clock.monotonicMs())
  events.on('localQueue:getJobs:complete', ({ jobs }) => {
    for (const { id } of jobs) held.set(String(id), null)
  })
  events.on('localQueue:returnJobs', ({ jobs }) => jobs.forEach(done))
  events.on('job:complete', ({ job }) => done(job))
  return {
    ids: () => {
      // What became of a job is written after it is done, which takes as long as an answer may.
      const forgottenMs = clock.monotonicMs() - limits.jobs.lostMs
      for (const [id, doneMs] of held) {
        if (doneMs !== null && doneMs < forgottenMs) held.delete(id)
      }
      return [...held.keys()]
    },
  }
}
