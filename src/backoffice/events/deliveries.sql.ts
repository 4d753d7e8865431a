import { sql } from 'kysely'
import type { CursorRequest } from '../../base/values/cursor.ts'
import type { Database, Reader, Tx } from '../../core/database/database.ts'
import { deleteInSteps } from '../../core/database/driver/delete-in-steps.sql.ts'
import { insertRows, sendRows } from '../../core/database/driver/insert.ts'
import {
  columnsOf,
  oneOfTexts,
  type RowOf,
  readRows,
} from '../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../core/database/driver/rows.ts'
import { msInterval } from '../../core/database/driver/times.sql.ts'
import type { IdWindow } from '../../core/database/partitions/id-windows.ts'
import { afterId } from '../../core/database/partitions/page-query.ts'
import { eventLimits } from './event-limits.ts'

const waitingColumns = columnsOf({
  position: 'bigint',
  owner: 'bigint',
  attempts: 'smallint',
  firstAt: 'timestamptz',
  isDue: 'boolean',
})

export type WaitingDelivery = RowOf<typeof waitingColumns>

/**
 * Returns the first waiting event of each user; later ones wait for it. Goes from user to user by
 * the index, since many may wait behind one.
 */
export const listHeads = (db: Reader, subscription: number): Promise<readonly WaitingDelivery[]> =>
  readRows(db, waitingColumns)`
    with recursive heads as (
      (select * from event_retries where subscription_id = ${subscription} and dead_at is null
       order by user_id, position limit 1)
      union all
      select next.* from heads h cross join lateral (
        select * from event_retries
        where subscription_id = ${subscription} and dead_at is null and user_id > h.user_id
        order by user_id, position limit 1) next
    )
    select position, user_id as owner, attempts, first_at as "firstAt",
      next_at <= statement_timestamp() as "isDue"
    from heads order by user_id`

/** Returns the events that wait behind the first ones of these users, some of each. */
export const listBehind = (
  db: Reader,
  subscription: number,
  owners: readonly number[],
  most: number,
): Promise<readonly WaitingDelivery[]> =>
  owners.length === 0
    ? Promise.resolve([])
    : readRows(db, waitingColumns)`
    select r.position, r.user_id as owner, r.attempts, r.first_at as "firstAt", true as "isDue"
    from unnest(${owners}::bigint[]) o (user_id) cross join lateral (
      select * from event_retries
      where subscription_id = ${subscription} and user_id = o.user_id and dead_at is null
      order by position limit ${eventLimits.behindAtOnce} offset 1
    ) r
    limit ${most}`

/** Counts the waiting events of a subscription, and those that were given up. */
export async function countDeliveries(
  db: Reader,
  subscription: number,
): Promise<Readonly<{ waiting: number; dead: number }>> {
  const rows = await readRows(db, { waiting: 'bigint', dead: 'bigint' })`
    select count(*) filter (where dead_at is null) as waiting, count(dead_at) as dead
    from event_retries where subscription_id = ${subscription}`
  return rows[0] ?? { waiting: 0, dead: 0 }
}

export const attemptOutcomes = ['delivered', 'refused', 'failed'] as const

/** One request to a subscriber. */
const attemptColumns = columnsOf({
  position: 'bigint?',
  type: 'text',
  at: 'timestamptz',
  tookMs: 'integer',
  outcome: oneOfTexts(...attemptOutcomes),
  status: 'smallint?',
  response: 'text?',
  reason: 'text?',
  payload: 'text',
})

export type EventAttempt = RowOf<typeof attemptColumns>

export async function insertAttempts(
  tx: Tx,
  subscription: number,
  attempts: readonly EventAttempt[],
): Promise<void> {
  sendRows(
    tx,
    'event_attempts',
    attempts.map(({ tookMs, ...attempt }) => ({
      ...attempt,
      subscription_id: subscription,
      took_ms: tookMs,
    })),
  )
}

/** A delivery that failed, or an event that waits behind one; `nextMs` null: given up. */
export type Undelivered = Readonly<{
  position: number
  owner: number
  attempts: number
  nextMs: number | null
}>

/** Stores when undelivered events are attempted next, and forgets those that wait no more. */
export async function writeDeliveries(
  tx: Tx,
  subscription: number,
  {
    forgotten,
    undelivered,
  }: Readonly<{
    forgotten: readonly number[]
    undelivered: readonly Undelivered[]
  }>,
): Promise<void> {
  await sql`
    delete from event_retries
    where subscription_id = ${subscription} and position = any(${forgotten}::bigint[])`.execute(tx)
  const rows = rowsOf(undelivered, {
    position: 'bigint',
    owner: 'bigint',
    attempts: 'smallint',
    nextMs: 'bigint',
  })
  await sql`
    insert into event_retries as r (subscription_id, position, user_id, attempts, next_at, dead_at)
    select ${subscription}::bigint, t.position, t.owner, t.attempts,
      now() + make_interval(secs => coalesce(t."nextMs", 0)::float8 / 1000),
      case when t."nextMs" is null then now() end
    from ${rows} order by t.position
    on conflict (subscription_id, position) do update set attempts = excluded.attempts,
      first_at = case when r.dead_at is null then r.first_at else now() end,
      next_at = excluded.next_at, dead_at = excluded.dead_at`.execute(tx)
}

/** How the attempts of a round ended for the subscription itself. */
export type RoundResult = Readonly<{
  /** The position that the round read, and that it reached. */
  from: number
  to: number
  /** `success`: an attempt succeeded; `failure`: there were attempts, and none did. */
  outcome: 'success' | 'failure' | 'none'
  retryMs: number
}>

/**
 * Moves the subscription on. A position that an operator changed meanwhile stays. Returns since
 * when attempts have failed; null if one succeeded.
 */
export async function writeRound(
  tx: Tx,
  subscription: number,
  { from, to, outcome, retryMs }: RoundResult,
): Promise<Date | null> {
  const rows = await readRows(tx, { failingSince: 'timestamptz?' })`
    update event_subscriptions set
      position = case when position = ${from} then ${to}::bigint else position end,
      failures = case ${outcome}::text
        when 'success' then 0 when 'failure' then failures + 1 else failures end,
      failing_since = case ${outcome}::text when 'success' then null
        when 'failure' then coalesce(failing_since, now()) else failing_since end,
      retry_at = case when ${outcome}::text = 'failure'
        then now() + ${msInterval(retryMs)} end
    where id = ${subscription}
    returning failing_since as "failingSince"`
  return rows[0]?.failingSince ?? null
}

/** Makes one event due again at a subscription, also one that was given up or delivered. */
export async function requeueEvent(
  tx: Tx,
  subscription: number,
  { position, owner }: Readonly<{ position: number; owner: number }>,
): Promise<void> {
  await insertRows(
    tx,
    'event_retries',
    [{ subscription_id: subscription, position, user_id: owner }],
    {
      unique: ['subscription_id', 'position'],
      replace: {
        user_id: sql`excluded.user_id`,
        attempts: sql`0`,
        first_at: sql`now()`,
        next_at: sql`now()`,
        dead_at: sql`null`,
      },
    },
  )
}

export type AttemptFilter = Readonly<{
  subscription: number
  outcome: EventAttempt['outcome'] | null
  ids?: IdWindow
}>

const anyId: IdWindow = { since: 0, until: Number.MAX_SAFE_INTEGER }

/** Returns the ids among which all attempts are. */
export async function idsOfAttempts(db: Reader): Promise<IdWindow> {
  const rows = await readRows(db, { since: 'bigint', until: 'bigint' })`
    select coalesce(min(id), 0) as since, coalesce(max(id), 0) + 1 as until from event_attempts`
  return rows[0] ?? anyId
}

/** Lists a page of attempts, and one more. */
export function listAttempts(
  db: Pick<Database, 'read'>,
  { subscription, outcome, ids = anyId }: AttemptFilter,
  page: CursorRequest,
) {
  const { follows, ordered } = afterId('id', page)
  return readRows(db.read, { id: 'bigint', ...attemptColumns })`
    select id, position, type, at, took_ms as "tookMs", outcome, status, response, reason, payload
    from event_attempts
    where ${follows} and subscription_id = ${subscription}
      and id >= ${ids.since} and id < ${ids.until}
      and (${outcome}::text is null or outcome = ${outcome})
    ${ordered}`
}

/** Forgets undelivered events that are no longer kept, so that later ones of their users go on. */
export const forgetLostDeliveries = (db: Pick<Database, 'read'>): Promise<number> =>
  deleteInSteps(
    db,
    'event_retries',
    sql`not exists (select from published_events e where e.position = event_retries.position)`,
  )

/** Deletes attempts that are older than they are kept. */
export const deleteOldAttempts = (db: Pick<Database, 'read'>): Promise<number> =>
  deleteInSteps(
    db,
    'event_attempts',
    sql`at < now() - make_interval(days => ${eventLimits.attemptsKeptDays})`,
  )
