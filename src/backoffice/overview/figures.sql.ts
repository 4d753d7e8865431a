import type { Database } from '../../core/database/database.ts'
import { oneOfTexts, readRows } from '../../core/database/driver/read-rows.ts'
import { overviewLimits } from './overview-limits.ts'

type Read = Pick<Database, 'read'>

/** Counts the jobs that are due or running, by job; each job that ever ran has a row. */
export const countDueJobs = (db: Read) =>
  readRows(db.read, { job: 'text', count: 'bigint', oldestAt: 'timestamptz?' })`
    select t.identifier as job, count(j.run_at) as count, min(j.run_at) as "oldestAt"
    from graphile_worker._private_tasks t
    left join (
      select task_id, run_at from graphile_worker._private_jobs
      where run_at <= now() and attempts < max_attempts
      limit ${overviewLimits.queuedJobs}
    ) as j on j.task_id = t.id
    group by t.identifier`

/** Counts the stored callbacks that are not applied, up to a bound. */
export async function countPendingEvents(db: Read) {
  const [row] = await readRows(db.read, { count: 'bigint', oldestAt: 'timestamptz?' })`
    select (select count(*) from (
        select from inbox where state = 'pending' limit ${overviewLimits.counted}) as q) as count,
      (select received_at from inbox where state = 'pending' order by id limit 1) as "oldestAt"`
  if (row === undefined) throw new Error('the count of events has no row')
  return row
}

export async function readEventFigures(db: Read) {
  const [row] = await readRows(db.read, {
    oldestFactAt: 'timestamptz?',
    undelivered: 'bigint',
    failingSince: 'timestamptz?',
  })`
    select (select at from event_facts order by id limit 1) as "oldestFactAt",
      (select count(*) from (
        select from event_retries where dead_at is null limit ${overviewLimits.counted}) as r
      ) as undelivered,
      (select min(failing_since) from event_subscriptions where state = 'active')
        as "failingSince"`
  if (row === undefined) throw new Error('the figures of events have no row')
  return row
}

/** Counts the withdrawals that have not ended, by status, up to a bound. */
export const countOpenWithdrawals = (db: Read) =>
  readRows(db.read, { status: 'text', count: 'bigint', oldestAt: 'timestamptz?' })`
    select s.status, count(w.created_at) as count, min(w.created_at) as "oldestAt"
    from unnest(array['PENDING_APPROVAL', 'PROCESSING', 'SUBMITTED']) as s (status)
    left join (
      select status, created_at from withdrawals where ended_at is null
      order by id limit ${overviewLimits.queuedJobs}
    ) as w on w.status = s.status
    group by s.status`

/** Reads what the server says about archiving its log; no row if it archives nothing. */
export const readArchiving = (db: Read) =>
  readRows(db.read, { failures: 'bigint', failedAt: 'timestamptz?', succeededAt: 'timestamptz?' })`
    select failed_count as failures, last_failed_time as "failedAt",
      last_archived_time as "succeededAt"
    from pg_stat_archiver where current_setting('archive_mode') <> 'off'`

/** Reads the last audit of each scope, with the number of breaches that it found. */
export const lastAudits = (db: Read) =>
  readRows(db.read, { scope: 'text', at: 'timestamptz', breaches: 'integer' })`
    select a.scope, a.at, jsonb_array_length(a.breaches) as breaches
    from unnest(array['recent', 'full']) as s (scope)
    cross join lateral (
      select scope, at, breaches from audits where scope = s.scope order by id desc limit 1
    ) as a`

/** Returns the balance of each asset that each provider reported last, in decimal digits. */
export const listReported = (db: Pick<Database, 'read'>) =>
  readRows(db.read, {
    place: oneOfTexts('custody', 'payx', 'venue'),
    assetId: 'assetId',
    theirs: 'text',
    comparedAt: 'timestamptz',
  })`
    select distinct on (provider, asset_id) provider as place, asset_id as "assetId",
      trim_scale(theirs)::text as theirs, compared_at as "comparedAt"
    from comparisons order by provider, asset_id, slot desc`
