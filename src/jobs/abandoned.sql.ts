import { sql } from 'kysely'
import type pg from 'pg'
import { limits } from '../base/limits.ts'
import type { Database } from '../database/database.ts'
import { wakeLanes } from '../outbox/jobs.sql.ts'

/** The advisory locks that say which workers live: the second key is the hash of their name. */
const aliveKey = 1_414_876

/** Shows by this session that a worker lives, until the session ends or `hideWorker`. */
export async function showWorker(session: pg.ClientBase, worker: string): Promise<void> {
  await session.query('select pg_advisory_lock_shared($1, hashtext($2))', [aliveKey, worker])
}

/** The worker ended: the others may take what it left behind. */
export async function hideWorker(session: pg.ClientBase, worker: string): Promise<void> {
  await session.query('select pg_advisory_unlock_shared($1, hashtext($2))', [aliveKey, worker])
}

/** A sign of life, which writes nothing: the server keeps the time of each session's statements. */
export async function beat(session: pg.ClientBase): Promise<void> {
  await session.query('select')
}

/**
 * Lets others take the jobs of workers that are gone: a killed process leaves its jobs locked, and
 * so does one that stands still, whose session stays. The queue by itself would wait four hours.
 * A worker that was cut off for a moment may have a job done twice, which jobs allow for.
 */
export async function freeAbandonedJobs(db: Pick<Database, 'read'>): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct j.locked_by)), ${wakeLanes}
    from graphile_worker.jobs j
    where j.locked_at < now() - ${`${limits.jobs.abandonedMs} ms`}::interval
      and not exists (
        select from pg_locks k join pg_stat_activity s on s.pid = k.pid
        where k.locktype = 'advisory' and k.granted and k.objsubid = 2
          and k.database = (select oid from pg_database where datname = current_database())
          and k.classid = ${aliveKey}::int::oid and k.objid = hashtext(j.locked_by)::oid
          and coalesce(s.state_change > clock_timestamp()
            - ${`${limits.jobs.silentMs} ms`}::interval, true))
    having count(*) > 0`.execute(db.read)
}
