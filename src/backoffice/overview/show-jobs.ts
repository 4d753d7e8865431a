import { z } from 'zod'
import type { Context } from '../../context.ts'
import { isoTime } from '../../platform/http/contracts/contracts.ts'
import { countQueuedJobs, listRuns } from './nodes.sql.ts'

export const Jobs = z
  .object({
    scheduled: z.array(
      z
        .object({
          job: z.string(),
          node: z.string().meta({ description: 'The node of the last run.' }),
          everyMs: z.int(),
          startedAt: isoTime,
          nextAt: isoTime,
          tookMs: z.int(),
          failures: z.int().meta({ description: 'Consecutive failures; 0 after a success.' }),
          succeededAt: isoTime.nullable(),
          failedAt: isoTime.nullable(),
          error: z.string().nullable().meta({ description: 'Of the last run.' }),
        })
        .meta({ id: 'ScheduledJob' }),
    ),
    queued: z.array(
      z
        .object({
          job: z.string(),
          waiting: z.int(),
          running: z.int(),
          retrying: z.int(),
          givenUp: z.int(),
          oldestAt: isoTime.nullable(),
          error: z.string().nullable().meta({ description: 'The last one of its jobs.' }),
        })
        .meta({ id: 'QueuedJobs' }),
    ),
  })
  .meta({ id: 'Jobs' })

/** Returns the last run of each scheduled job, and what waits in the job queue. */
export async function showJobs({ db }: Pick<Context, 'db'>): Promise<z.input<typeof Jobs>> {
  const [scheduled, queued] = await Promise.all([listRuns(db), countQueuedJobs(db)])
  return { scheduled: [...scheduled], queued: [...queued] }
}
