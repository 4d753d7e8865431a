/** Direct writes to the tables of the job library. */
import { sql } from 'kysely'
import { currentSpan } from '../../base/tracing.ts'
import { type Database, send, type Tx } from '../database/database.ts'
import { readRows } from '../database/driver/read-rows.ts'
import { jobLimits } from './job-limits.ts'

/** The channel on which the library notifies its workers of new jobs. */
export const jobsChannel = 'jobs:insert'

export const wakeLanes = sql`pg_notify(${jobsChannel}, '{"count":1}')`

/**
 * Writes a job for each list, as the library's `add_job` would. That function takes five times as
 * long, mostly for keys, queues and flags, which our jobs do not use, and it wakes the lanes by a
 * `NOTIFY` inside the transaction.
 */
export function insertJobs(
  tx: Tx,
  {
    job,
    priority,
    lists,
    afterMs,
  }: Readonly<{
    job: string
    priority: number
    lists: readonly (readonly unknown[])[]
    afterMs: number
  }>,
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
    insert into graphile_worker._private_jobs (task_id, payload, priority, run_at, flags)
    select task.id, payload::json, ${priority}::smallint,
           now() + make_interval(secs => ${afterMs}::float8 / 1000), ${flags}::jsonb
    from (select id from known union all select id from made) task,
         unnest(${payloads}::text[]) payload`,
  )
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

/**
 * Unlocks jobs that are locked by live workers which do not have them, because the response to
 * their fetch was lost. They never began, so the attempt does not count. Returns their ids.
 */
export async function freeLostJobs(
  db: Pick<Database, 'read'>,
  workers: readonly string[],
  held: readonly string[],
): Promise<readonly string[]> {
  const freed = await readRows(db.read, { id: 'text' })`
    with freed as (
      update graphile_worker._private_jobs
      set locked_at = null, locked_by = null, attempts = greatest(0, attempts - 1)
      where locked_by = any(${workers})
        and locked_at < now() - ${`${jobLimits.lostMs} ms`}::interval
        and id <> all(${held}::bigint[])
      returning id
    ), woken as (
      select ${wakeLanes} from freed limit 1
    )
    select id::text from freed left join woken on true`
  return freed.map(({ id }) => id)
}
