import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { columnsOf, type RowOf, readRows } from '../../../core/database/driver/read-rows.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import { jobLimits } from '../../../core/outbox/job-limits.ts'
import type { OperatorNotice } from '../../../core/outbox/notices.ts'
import { plain } from '../../../providers/outbound.ts'

const givenUpColumns = columnsOf({ id: 'bigint', job: 'text', error: 'text?' })
type GivenUp = RowOf<typeof givenUpColumns>

/**
 * Restarts jobs that failed for days and that the queue has given up, since their notices and
 * reports are sent nowhere else. Operators get one alert per job.
 */
export async function retryGivenUp(ctx: Pick<Context, 'db'>): Promise<void> {
  await ctx.db.inTransaction(async (tx) => {
    enqueueAll(tx, (await restart(tx)).map(givenUp))
  })
}

async function restart(tx: Tx): Promise<readonly GivenUp[]> {
  const rows = await readRows(tx, givenUpColumns)`
    with given_up as (
      select id, task_identifier as job, last_error as error from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null
      order by id limit ${jobLimits.givenUpItems}
    ), begun as (
      select r.id from graphile_worker.reschedule_jobs(
        array(select id from given_up), run_at => now(), attempts => 0) r
    )
    select g.id, g.job, g.error from given_up g join begun b on b.id = g.id`
  return rows
}

const givenUp = ({ id, job, error }: GivenUp): OperatorNotice => ({
  to: 'operator',
  kind: 'job-failing',
  key: `job-failing:${id}`,
  severity: 'critical',
  subject: `The job ${job} has failed for days and is still retried`,
  data: { job, error: plain(error ?? '') },
})
