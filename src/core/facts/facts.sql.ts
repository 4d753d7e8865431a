import type { Reader, Tx } from '../database/database.ts'
import { sendRows } from '../database/driver/insert.ts'
import { readRows } from '../database/driver/read-rows.ts'
import type { Fact } from './fact.ts'

export function insertFacts(tx: Tx, facts: readonly Fact[]): void {
  sendRows(
    tx,
    'event_facts',
    facts.map(({ type, user, subject, key, item = null }) => ({
      type,
      user_id: user,
      subject,
      key,
      item,
    })),
  )
}

/** A fact that waits to be published. */
export type WaitingFact = Awaited<ReturnType<typeof takeFacts>>[number]

/** Takes the oldest facts out of the table, in their order. */
export async function takeFacts(tx: Tx, most: number) {
  const taken = await readRows(tx, {
    id: 'bigint',
    at: 'timestamptz',
    user: 'userId?',
    type: 'text',
    subject: 'text',
    key: 'text?',
    item: 'jsonb?',
  })`
    with first as (select id from event_facts order by id limit ${most}),
    taken as (
      delete from event_facts f using first where f.id = first.id
      returning f.id, f.at, f.user_id, f.type, f.subject, f.key, f.item
    )
    select id, at, user_id as "user", type, subject, key, item from taken order by id`
  return taken.map(({ id: _id, ...fact }) => fact)
}

/** Whether an operator's subscription wants events. */
export async function hasSubscriptions(db: Reader): Promise<boolean> {
  const rows = await readRows(db, { found: 'boolean' })`
    select exists (select from event_subscriptions where state in ('active', 'paused')) as found`
  return rows[0]?.found ?? false
}

/** How many facts wait to be published, and since when. */
export async function countWaitingFacts(
  db: Reader,
): Promise<Readonly<{ waiting: number; since: Date | null }>> {
  const rows = await readRows(db, { waiting: 'bigint', since: 'timestamptz?' })`
    select count(*) as waiting, min(at) as since from event_facts`
  return rows[0] ?? { waiting: 0, since: null }
}

/** The signal that subscriptions were added, changed or ended. */
export const subscriptionsChanged = 'subscriptions changed'
