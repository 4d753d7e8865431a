import { inboxLimits } from '../../src/core/inbox/inbox-limits.ts'
import { jobLimits } from '../../src/core/outbox/job-limits.ts'
import { periodicJobs } from '../../src/platform/jobs/periodic-jobs.ts'
import type { Owner } from '../database.ts'
import { setLimits } from './set-limits.ts'

const everyMs = 100

/** Has these periodic jobs run ten times a second until the test ends. */
export function runOften(t: Owner, names: readonly string[]): void {
  setLimits(t, jobLimits, { workEveryMs: everyMs, quietWorkEveryMs: everyMs })
  setLimits(t, inboxLimits, { sweepEveryMs: everyMs })
  for (const job of periodicJobs) {
    if (names.includes(job.name)) setLimits(t, job, { everyMs, quietEveryMs: everyMs })
  }
}
