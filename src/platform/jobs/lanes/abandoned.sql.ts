import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../../core/database/database.ts'
import { jobLimits } from '../../../core/outbox/job-limits.ts'
import { wakeLanes } from '../../../core/outbox/jobs.sql.ts'

/** The advisory locks of live workers: the second key is the hash of the worker's name. */
const aliveKey = 1_414_876

/** Marks a worker as live, until the session ends or `hideWorker` is called. */
export async function showWorker(session: pg.ClientBase, worker: string): Promise<void> {
  await session.query('select pg_advisory_lock_shared($1, hashtext($2))', [aliveKey, worker])
}

/** Marks a worker as ended, so that other nodes may take its remaining jobs. */
export async function hideWorker(session: pg.ClientBase, worker: string): Promise<void> {
  await session.query('select pg_advisory_unlock_shared($1, hashtext($2))', [aliveKey, worker])
}

/**
 * Sends a heartbeat without writing: the server records the time of each session's last statement.
 */
export async function beat(session: pg.ClientBase): Promise<void> {
  await session.query('select')
}

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
      and not exists (
        select from pg_locks k join pg_stat_activity s on s.pid = k.pid
        where k.locktype = 'advisory' and k.granted and k.objsubid = 2
          and k.database = (select oid from pg_database where datname = current_database())
          and k.classid = ${aliveKey}::int::oid and k.objid = hashtext(j.locked_by)::oid
          and coalesce(s.state_change > clock_timestamp()
            - ${`${jobLimits.silentMs} ms`}::interval, true))
    having count(*) > 0`.execute(db.read)
}
