import { inboxLimits } from '../../src/core/inbox/inbox-limits.ts'
import { jobLimits } from '../../src/core/outbox/job-limits.ts'
import { periodicJobs } from '../../src/platform/jobs/periodic-jobs.ts'
import type { Owner } from '../database.ts'
import { setLimits } from './set-limits.ts'

const everyMs = 50

/**
 * Shortens the pauses of periodic jobs until the test ends, for services that start them after
 * this. Returns their names. A test may call it again.
 */
export function hasten(t: Owner, ...names: readonly string[]): readonly string[] {
  if (jobLimits.workEveryMs > everyMs) {
    setLimits(t, jobLimits, { workEveryMs: everyMs, quietWorkEveryMs: everyMs })
  }
  if (names.includes('sweep the inbox') && inboxLimits.sweepEveryMs > everyMs) {
    setLimits(t, inboxLimits, { sweepEveryMs: everyMs })
  }
  for (const job of periodicJobs) {
    const isSlow = names.includes(job.name) && job.everyMs > everyMs
    if (isSlow) setLimits(t, job, { everyMs, quietEveryMs: everyMs })
  }
  return names
}
