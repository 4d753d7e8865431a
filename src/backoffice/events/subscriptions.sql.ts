import { sql } from 'kysely'
import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { type OperatorId, type UserId, userId } from '../../base/values/ids.ts'
import { type Reader, signalOnCommit, type Tx } from '../../core/database/database.ts'
import { insertRows } from '../../core/database/driver/insert.ts'
import {
  columnsOf,
  oneOfTexts,
  type RowOf,
  readRows,
} from '../../core/database/driver/read-rows.ts'
import { subscriptionsChanged } from '../../core/facts/facts.sql.ts'

export const subscriptionStates = ['proposed', 'active', 'paused', 'ended'] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

const Change = z.object({
  name: z.string(),
  url: z.string(),
  kinds: z.array(z.string()),
  user: z.int().transform(userId).nullable(),
})

/** What an operator may change of a subscription. */
export type SubscriptionChange = z.output<typeof Change>

const subscriptionColumns = columnsOf({
  id: 'bigint',
  name: 'text',
  url: 'text',
  kinds: 'text[]',
  user: 'userId?',
  personal: 'boolean',
  agreedAt: 'timestamptz?',
  state: oneOfTexts(...subscriptionStates),
  sealedKeys: 'text',
  sealedFormer: 'text?',
  formerUntil: 'timestamptz?',
  position: 'bigint',
  failures: 'integer',
  failingSince: 'timestamptz?',
  retryAt: 'timestamptz?',
  createdBy: 'operatorId',
  createdByEmail: 'text',
  createdAt: 'timestamptz',
  endedAt: 'timestamptz?',
  change: Change.nullable(),
})

const fields = sql`
  s.id, s.name, s.url, s.kinds, s.user_id as "user", s.personal, s.state,
  (select max(g.closed_at) from agreements g where g.kind = 'subscription'
    and g.subject = s.id and g.statement = 'approved') as "agreedAt",
  s.sealed_keys as "sealedKeys", s.sealed_former as "sealedFormer",
  s.former_until as "formerUntil", s.position, s.failures, s.failing_since as "failingSince",
  s.retry_at as "retryAt", s.created_by as "createdBy",
  (select email from operators o where o.id = s.created_by) as "createdByEmail",
  s.created_at as "createdAt", s.ended_at as "endedAt", s.change`

export type Subscription = RowOf<typeof subscriptionColumns>

/** Lists subscriptions, the newest first. */
export const listSubscriptions = (
  db: Reader,
  states: readonly SubscriptionState[] = subscriptionStates,
): Promise<readonly Subscription[]> => readRows(db, subscriptionColumns)`
  select ${fields} from event_subscriptions s where s.state = any(${states})
  order by s.id desc limit 500`

export async function findSubscription(db: Reader, id: number): Promise<Subscription> {
  const rows = await readRows(db, subscriptionColumns)`
    select ${fields} from event_subscriptions s where s.id = ${id}`
  return rows[0] ?? refuse('api.subscription_not_found')
}

/** Locks a subscription until the transaction ends. */
export async function lockSubscription(tx: Tx, id: number): Promise<Subscription> {
  await sql`select from event_subscriptions where id = ${id} for update`.execute(tx)
  return findSubscription(tx, id)
}

export async function countSubscriptions(tx: Tx): Promise<number> {
  const rows = await readRows(tx, { count: 'bigint' })`
    select count(*) as count from event_subscriptions where state <> 'ended'`
  return rows[0]?.count ?? 0
}

/** Whether a subscription exists, or is proposed, whose events have personal data. */
export async function wantsPersonal(db: Reader): Promise<boolean> {
  const rows = await readRows(db, { found: 'boolean' })`
    select exists (
      select from event_subscriptions where personal and state in ('active', 'paused')) as found`
  return rows[0]?.found ?? false
}

type NewSubscription = Readonly<{
  name: string
  url: string
  kinds: readonly string[]
  user: UserId | null
  personal: boolean
  sealedKeys: string
  position: number
  by: OperatorId
}>

export async function insertSubscription(tx: Tx, one: NewSubscription): Promise<number> {
  const rows = await insertRows(
    tx,
    'event_subscriptions',
    [
      {
        name: one.name,
        url: one.url,
        kinds: [...one.kinds],
        user_id: one.user,
        personal: one.personal,
        state: 'proposed',
        sealed_keys: one.sealedKeys,
        position: one.position,
        created_by: one.by,
      },
    ],
    { returning: ['id'] },
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('a subscription was not inserted')
  return id
}

/** Changes the state; a subscription that becomes active starts anew with its attempts. */
export async function writeState(tx: Tx, id: number, state: SubscriptionState): Promise<void> {
  await sql`
    update event_subscriptions set state = ${state}, failures = 0, failing_since = null,
      retry_at = null, ended_at = case when ${state} = 'ended' then now() end,
      change = case when ${state} <> 'ended' then change end,
      changed_at = case when ${state} <> 'ended' then changed_at end
    where id = ${id}`.execute(tx)
  if (state === 'active') await startAnew(tx, id)
  signalOnCommit(tx, subscriptionsChanged)
}

/** Makes the events that wait at a subscription due, as if none had been attempted. */
async function startAnew(tx: Tx, id: number): Promise<void> {
  await sql`
    update event_retries set attempts = 0, first_at = now(), next_at = now()
    where subscription_id = ${id} and dead_at is null`.execute(tx)
}

/** Stores a change that waits for another operator, or removes it. */
export async function proposeChange(
  tx: Tx,
  id: number,
  change: SubscriptionChange | null,
): Promise<void> {
  await sql`
    update event_subscriptions set
      change = ${change === null ? null : JSON.stringify(change)}::jsonb,
      changed_at = case when ${change !== null} then now() end
    where id = ${id}`.execute(tx)
}

/** Applies a change; events that wait at the subscription are attempted anew. */
export async function applyChange(
  tx: Tx,
  id: number,
  { name, url, kinds, user }: SubscriptionChange,
): Promise<void> {
  await sql`
    update event_subscriptions set name = ${name}, url = ${url}, kinds = ${kinds}::text[],
      user_id = ${user}::bigint, change = null, changed_at = null,
      failures = 0, failing_since = null, retry_at = null
    where id = ${id}`.execute(tx)
  await startAnew(tx, id)
  signalOnCommit(tx, subscriptionsChanged)
}

export async function writePosition(tx: Tx, id: number, position: number): Promise<void> {
  await sql`
    update event_subscriptions set position = ${position}, retry_at = null where id = ${id}
    `.execute(tx)
  signalOnCommit(tx, subscriptionsChanged)
}

/** Replaces the keys; those in use so far also sign for a while. */
export async function writeKeys(
  tx: Tx,
  id: number,
  sealedKeys: string,
  formerSeconds: number,
): Promise<void> {
  await sql`
    update event_subscriptions set sealed_keys = ${sealedKeys}, sealed_former = sealed_keys,
      former_until = now() + make_interval(secs => ${formerSeconds})
    where id = ${id}`.execute(tx)
}
