import type { Database } from '../../core/database/database.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'
import { msInterval } from '../../core/database/driver/times.sql.ts'
import { overviewLimits } from './overview-limits.ts'

type Read = Pick<Database, 'read'>

/** Lists the nodes that reported lately, with what each sees of the providers. */
export const listNodes = (db: Read) =>
  readRows(db.read, {
    node: 'text',
    url: 'text',
    version: 'text',
    startedAt: 'timestamptz',
    seenAt: 'timestamptz',
    isAlive: 'boolean',
    leads: 'boolean',
    providers: 'jsonb',
  })`
    select n.node, n.url, n.version, n.started_at as "startedAt", n.seen_at as "seenAt",
      n.seen_at > now() - ${msInterval(overviewLimits.aliveMs)}
        as "isAlive",
      coalesce(n.epoch = l.epoch, false) as leads, n.providers
    from nodes n left join leader l on l.id = 1
    order by n.node`

/** Reads the last leadership; `isHeld` is false if its heartbeat has stopped. */
export async function findLeader(db: Read) {
  const rows = await readRows(db.read, {
    node: 'text',
    url: 'text',
    epoch: 'bigint',
    since: 'timestamptz',
    isHeld: 'boolean',
  })`
    select l.node, l.url, l.epoch, l.since,
      coalesce(b.at > clock_timestamp()
        - ${msInterval(overviewLimits.aliveMs)}, false) as "isHeld"
    from leader l left join leader_beat b on b.id = l.id
    where l.node is not null and l.url is not null and l.since is not null`
  return rows[0] ?? null
}

export const listRuns = (db: Read) =>
  readRows(db.read, {
    job: 'text',
    node: 'text',
    everyMs: 'integer',
    startedAt: 'timestamptz',
    nextAt: 'timestamptz',
    tookMs: 'integer',
    failures: 'integer',
    succeededAt: 'timestamptz?',
    failedAt: 'timestamptz?',
    error: 'text?',
  })`
    select job, node, every_ms as "everyMs", started_at as "startedAt",
      started_at + make_interval(secs => (took_ms + every_ms)::float8 / 1000) as "nextAt",
      took_ms as "tookMs", failures, succeeded_at as "succeededAt", failed_at as "failedAt", error
    from periodic_runs order by failures desc, job`

/** Counts the queued jobs by task. Jobs are deleted when they succeed. */
export const countQueuedJobs = (db: Read) =>
  readRows(db.read, {
    job: 'text',
    waiting: 'bigint',
    running: 'bigint',
    retrying: 'bigint',
    givenUp: 'bigint',
    oldestAt: 'timestamptz?',
    error: 'text?',
  })`
    select t.identifier as job,
      count(*) filter (where j.locked_at is null and j.attempts = 0) as waiting,
      count(*) filter (where j.locked_at is not null) as running,
      count(*) filter (where j.locked_at is null and j.attempts between 1 and j.max_attempts - 1)
        as retrying,
      count(*) filter (where j.locked_at is null and j.attempts >= j.max_attempts) as "givenUp",
      min(j.created_at) as "oldestAt",
      (array_agg(j.last_error order by j.updated_at desc)
        filter (where j.last_error is not null))[1] as error
    from graphile_worker._private_tasks t
    left join (
      select * from graphile_worker._private_jobs order by id limit ${overviewLimits.queuedJobs}
    ) as j on j.task_id = t.id
    group by t.identifier order by t.identifier`
