import { sql } from 'kysely'
import type pg from 'pg'
import { limits } from '../base/limits.ts'
import type { Database } from '../database/database.ts'

/** A worker's session bears the name that its jobs are locked under, for as long as it lives. */
const prefix = 'tukar jobs '

/** Marks the session on which a worker listens, so that the others can see that it lives. */
export async function markAlive(session: pg.ClientBase, workerId: string): Promise<void> {
  await session.query(`select set_config('application_name', $1, false)`, [prefix + workerId])
}

/** Takes the mark away from a session that goes back to its pool. */
export async function unmark(session: pg.ClientBase): Promise<void> {
  await session.query('reset application_name')
}

/**
 * Lets others take the jobs of workers that are gone: a killed process leaves its jobs locked, and
 * the queue by itself would wait four hours for it. A worker that lost its session for a moment may
 * have a job done twice, which jobs allow for.
 */
export async function freeAbandonedJobs(db: Pick<Database, 'read'>): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct j.locked_by))
    from graphile_worker.jobs j
    where j.locked_at < now() - ${`${limits.jobs.abandonedMs} ms`}::interval
      and not exists (
        select from pg_stat_activity s where s.application_name = ${prefix} || j.locked_by)
    having count(*) > 0`.execute(db.read)
}
