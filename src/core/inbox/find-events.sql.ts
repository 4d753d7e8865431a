import { sql } from 'kysely'
import type { Database, Reader } from '../database/database.ts'
import { columnsOf, readRows } from '../database/driver/read-rows.ts'
import { idsBetween } from '../database/partitions/id-windows.ts'
import { bodyOfEvent, type InboxEvent } from './inbox.sql.ts'
import { inboxLimits } from './inbox-limits.ts'

const columns = columnsOf({
  id: 'eventId',
  source: 'text',
  key: 'text',
  state: 'text',
  outcome: 'text?',
  receivedAt: 'timestamptz',
  body: 'text?',
})

const selected = sql`
  i.id, i.source, i.event_key as key, i.state, i.outcome, i.received_at as "receivedAt",
  ${bodyOfEvent} as body`

const from = sql`inbox i left join inbox_bodies b on b.id = i.bodies_id`

const beforeMs = 2_000
const afterMs = 20_000

/**
 * Finds the events that were stored, or applied later, by the transactions that started at these
 * times, in microseconds: such a transaction also wrote their effects. Most are of one batch.
 */
export async function findEventsAt(db: Pick<Database, 'read'>, micros: readonly number[]) {
  const found = await Promise.all([
    ...micros.map((at) => findStoredAt(db.read, at)),
    readRows(db.read, columns)`
      select ${selected} from ${from}
      where i.applied_at > i.received_at and i.applied_at = any (
        select to_timestamp(0) + (m || ' microseconds')::interval
        from unnest(${micros}::bigint[]) as m)
      order by i.id limit ${inboxLimits.foundEvents}`,
  ])
  return found.flat()
}

async function findStoredAt(db: Reader, micros: number) {
  const atMs = Math.floor(micros / 1_000)
  const window = { from: new Date(atMs - beforeMs), to: new Date(atMs + afterMs) }
  const timed = { table: 'inbox', time: 'received_at' } as const
  const { since, until } = await idsBetween(db, timed, window)
  return readRows(db, columns)`
    select ${selected} from ${from}
    where i.id >= ${since} and i.id < ${until}
      and i.received_at = to_timestamp(0) + ${`${micros} microseconds`}::interval
    order by i.id limit ${inboxLimits.foundEvents}`
}

/** Finds the events about a payout, by the id that payx gave it. */
export const findPayoutEvents = (db: Pick<Database, 'read'>, providerId: string) =>
  readRows(db.read, columns)`
    select ${selected} from ${from}
    where i.source = 'payx.payout' and i.event_key ~>=~ ${`${providerId}:`}
      and i.event_key ~<~ ${`${providerId};`}
    order by i.id limit ${inboxLimits.foundEvents}`

/**
 * Finds the events that report something by this name and booked nothing: their key is the name, or
 * begins with it and a colon.
 */
export const findUnbookingEvents = (db: Pick<Database, 'read'>, name: string) =>
  readRows(db.read, columns)`
    select ${selected} from ${from}
    where i.id = any (array(
      select id from inbox where outcome not in ('credited', 'settled') and event_key = ${name}
      union all
      select id from inbox where outcome not in ('credited', 'settled')
        and event_key ~>=~ ${`${name}:`} and event_key ~<~ ${`${name};`}
      limit ${inboxLimits.foundEvents}))
    order by i.id`

/** Returns how often an event was received again, and when last. */
export async function readRedeliveries(
  db: Pick<Database, 'read'>,
  { digest }: Pick<InboxEvent, 'digest'>,
): Promise<Readonly<{ times: number; lastAt: Date | null }>> {
  const found = await readRows(db.read, { times: 'integer', lastAt: 'timestamptz' })`
    select times, last_at as "lastAt" from inbox_redeliveries where digest = ${digest}::uuid`
  return found[0] ?? { times: 0, lastAt: null }
}
