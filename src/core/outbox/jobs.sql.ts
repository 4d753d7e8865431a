/** Direct writes to the tables of the job library. */
import { sql } from 'kysely'
import { z } from 'zod'
import { currentSpan } from '../../base/tracing.ts'
import { isShown } from '../database/cluster/presence.sql.ts'
import { type Reader, send, sendSql, type Tx } from '../database/database.ts'
import { readRows } from '../database/driver/read-rows.ts'
import { msInterval } from '../database/driver/times.sql.ts'
import { jobLimits } from './job-limits.ts'

/**
 * Writes a job for each list, as the library's `add_job` would. That function takes five times as
 * long, mostly for keys, queues and flags, which our jobs do not use, and it wakes the lanes by a
 * `NOTIFY` inside the transaction: commits with one wait for each other's write to reach the disk.
 */
export function insertJobs(
  tx: Tx,
  {
    job,
    priority,
    lists,
    afterMs,
    lockedBy = null,
  }: Readonly<{
    job: string
    priority: number
    lists: readonly (readonly unknown[])[]
    afterMs: number
    /** The worker that holds them from the start on. */
    lockedBy?: string | null
  }>,
  use?: (rows: readonly unknown[]) => void,
): void {
  // An array as PostgreSQL writes it: in JSON text the same characters need an escape as in JSON's
  // own strings. The driver's general way takes ten times as long.
  const payloads = `{${lists.map((items) => JSON.stringify(JSON.stringify(items))).join()}}`
  const flags = traceFlags()
  send(
    tx,
    sql`
    with known as (select id from graphile_worker._private_tasks where identifier = ${job}::text),
    made as (
      insert into graphile_worker._private_tasks (identifier)
      select ${job}::text where not exists (select from known)
      on conflict (identifier) do update set identifier = excluded.identifier
      returning id
    )
    insert into graphile_worker._private_jobs
      (task_id, payload, priority, run_at, flags, locked_by, locked_at, attempts)
    select task.id, payload::json, ${priority}::smallint,
           now() + ${msInterval(afterMs)}, ${flags}::jsonb,
           worker, case when worker is not null then now() end, (worker is not null)::int
    from (select id from known union all select id from made) task,
         unnest(${payloads}::text[]) payload,
         (select ${lockedBy}::text as worker) locking
    returning id::text, created_at as at`,
    use,
  )
}

type Locked = Readonly<{ ids: readonly string[]; by: string }>

/** Deletes jobs that were done, unless they were freed from this worker meanwhile. */
export function deleteDoneJobs(tx: Tx, { ids, by }: Locked): void {
  if (ids.length === 0) return
  sendSql(tx)`
    delete from graphile_worker._private_jobs
    where id = any(${`{${ids.join()}}`}::bigint[]) and locked_by = ${by}`
}

/** Leaves what failed of a job to the queue, which retries it after its usual pause. */
export function returnFailedJob(
  tx: Tx,
  { id, by, items, error }: Readonly<{ id: string; by: string; items: unknown[]; error: string }>,
): void {
  sendSql(tx)`
    update graphile_worker._private_jobs
    set payload = ${JSON.stringify(items)}::json, last_error = ${error},
      locked_by = null, locked_at = null,
      run_at = greatest(now(), run_at) + exp(least(attempts, 10)) * interval '1 second'
    where id = ${id}::bigint and locked_by = ${by}`
}

const traceFlag = 'traceparent:'

/**
 * The current trace as a flag of the job. The library passes flags on; a worker without tracing,
 * or of an earlier version, ignores them.
 */
function traceFlags(): string | null {
  const span = currentSpan()
  return span === null ? null : JSON.stringify({ [`${traceFlag}${span.traceparent}`]: true })
}

/** Returns the trace that enqueued a job, as a `traceparent`; null if it was not sampled. */
export const traceOf = (flags: Readonly<Record<string, true>> | null): string | null =>
  Object.keys(flags ?? {})
    .find((flag) => flag.startsWith(traceFlag))
    ?.slice(traceFlag.length) ?? null

/** The live workers of this process, and the jobs that they know of. */
export type Workers = Readonly<{ names: readonly string[]; held: readonly string[] }>

/**
 * Unlocks the jobs of dead workers, and those that these workers hold without knowing. A killed
 * process leaves its jobs locked, and so does a frozen one, whose session remains; the queue by
 * itself would wait four hours. A job is unknown if the response to its fetch was lost: it never
 * began, so the attempt does not count. A worker that was only briefly cut off may have a job run
 * twice, which jobs allow for. Returns the freed jobs, and whether any job is due.
 */
export async function freeJobs(
  db: Reader,
  { names, held }: Workers,
): Promise<Readonly<{ freed: readonly string[]; isDue: boolean }>> {
  const isLost = sql`(j.locked_by = any(${names})
    and j.locked_at < now() - ${`${jobLimits.lostMs} ms`}::interval
    and j.id <> all(${held}::bigint[]))`
  const isAbandoned = sql`(j.locked_at < now() - ${`${jobLimits.abandonedMs} ms`}::interval
    and not ${isShown(sql`j.locked_by`, jobLimits.silentMs)})`
  const [look] = await readRows(db, { freed: z.array(z.string()), isDue: 'boolean' })`
    with freed as (
      update graphile_worker._private_jobs j
      set locked_at = null, locked_by = null,
        attempts = case when ${isLost} then greatest(0, j.attempts - 1) else j.attempts end
      where j.locked_by is not null and (${isLost} or ${isAbandoned})
      returning j.id
    )
    select coalesce(array_agg(f.id::text), '{}') as freed,
      count(*) > 0 or exists (
        select from graphile_worker._private_jobs where is_available and run_at <= now()
      ) as "isDue"
    from freed f`
  return look ?? { freed: [], isDue: false }
}
