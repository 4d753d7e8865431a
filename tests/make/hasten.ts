import { jobLimits } from '../../src/core/outbox/job-limits.ts'
import { periodicJobs } from '../../src/platform/jobs/periodic-jobs.ts'
import type { Owner } from '../database.ts'
import { setLimits } from './set-limits.ts'

const everyMs = 50

/**
 * Shortens the pauses of periodic jobs until the test ends, for a service that starts them after
 * this. Returns their names.
 */
export function hasten(t: Owner, ...names: readonly string[]): readonly string[] {
  setLimits(t, jobLimits, { workEveryMs: everyMs, quietWorkEveryMs: everyMs })
  for (const job of periodicJobs) {
    if (names.includes(job.name)) setLimits(t, job, { everyMs, quietEveryMs: everyMs })
  }
  return names
}
