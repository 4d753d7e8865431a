import { sql } from 'kysely'
import { isShown } from '../../../core/database/cluster/presence.sql.ts'
import type { Database } from '../../../core/database/database.ts'
import { jobLimits } from '../../../core/outbox/job-limits.ts'
import { wakeLanes } from '../../../core/outbox/jobs.sql.ts'

/**
 * Unlocks the jobs of dead workers. A killed process leaves its jobs locked, and so does a frozen
 * one, whose session remains; the queue by itself would wait four hours. A worker that was only
 * briefly cut off may have a job run twice, which jobs allow for.
 */
export async function freeAbandonedJobs(db: Pick<Database, 'read'>): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct j.locked_by)), ${wakeLanes}
    from graphile_worker.jobs j
    where j.locked_at < now() - ${`${jobLimits.abandonedMs} ms`}::interval
      and not ${isShown(sql`j.locked_by`, jobLimits.silentMs)}
    having count(*) > 0`.execute(db.read)
}
