import { sql } from 'kysely'
import { type UserId, userId } from '../../base/values/ids.ts'
import type { Database, Reader, Tx } from '../../core/database/database.ts'
import { deleteInSteps } from '../../core/database/driver/delete-in-steps.sql.ts'
import { sendRows } from '../../core/database/driver/insert.ts'
import { columnsOf, type RowOf, readRows } from '../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../core/database/driver/rows.ts'
import { eventLimits } from './event-limits.ts'

/** Counts the positions of all events. */
const allEvents = -1
/** Stands for events without a user. */
const noUser = 0

/** An event before it has its position. */
export type NewEvent = Readonly<{
  user: UserId | null
  type: string
  key: string | null
  at: Date
  item: object
  whole: object | null
}>

/** Returns those types and keys that were published before, as `type key`. */
export async function findPublished(
  tx: Tx,
  keys: readonly Readonly<{ type: string; key: string }>[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const rows = await readRows(tx, { name: 'text' })`
    select e.type || ' ' || e.key as name from published_events e
    join ${rowsOf(keys, { type: 'text', key: 'text' })} on e.type = t.type and e.key = t.key`
  return new Set(rows.map(({ name }) => name))
}

/** Publishes events in the given order, each with the next number of its user. */
export async function insertEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const owners = events.map(({ user }) => user ?? noUser)
  const next = await takeNumbers(tx, [...owners, ...owners.map(() => allEvents)])
  const numberOf = (owner: number): number => {
    const number = next.get(owner)
    if (number === undefined) throw new Error(`no numbers of ${owner} were taken`)
    next.set(owner, number + 1)
    return number
  }
  sendRows(
    tx,
    'published_events',
    events.map(({ user, type, key, at, item, whole }) => ({
      position: numberOf(allEvents),
      user_id: user ?? noUser,
      sequence: numberOf(user ?? noUser),
      type,
      key,
      at,
      item,
      personal: whole,
    })),
  )
}

/** Takes as many numbers of each owner as it occurs; returns the first one of each. */
async function takeNumbers(tx: Tx, owners: readonly number[]): Promise<Map<number, number>> {
  const counts = [...Map.groupBy(owners, (owner) => owner)].map(([owner, all]) => ({
    owner,
    count: all.length,
  }))
  const rows = await readRows(tx, { owner: 'bigint', last: 'bigint' })`
    insert into event_sequences as s (user_id, last)
    select t.owner, t.count from ${rowsOf(counts, { owner: 'bigint', count: 'bigint' })}
    order by t.owner
    on conflict (user_id) do update set last = s.last + excluded.last
    returning user_id as owner, last`
  const taken = new Map(counts.map(({ owner, count }) => [owner, count]))
  return new Map(rows.map(({ owner, last }) => [owner, last - (taken.get(owner) ?? 0) + 1]))
}

const eventColumns = columnsOf({
  position: 'bigint',
  id: 'text',
  owner: 'bigint',
  sequence: 'bigint',
  type: 'text',
  at: 'timestamptz',
  publishedAt: 'timestamptz',
  item: 'jsonb',
  whole: 'jsonb?',
})

const eventFields = sql`
  e.position, e.id::text as id, e.user_id as owner, e.sequence, e.type, e.at,
  e.published_at as "publishedAt", e.item, e.personal as whole`

/** A stored event. `owner` is 0 for one without a user. */
export type OutgoingEvent = RowOf<typeof eventColumns>

export const ownerOf = ({ owner }: Pick<OutgoingEvent, 'owner'>): UserId | null =>
  owner === noUser ? null : userId(owner)

export type EventFilter = Readonly<{ user: UserId | null; type: string | null }>

/** Reads events after a position, oldest first. */
export const readEventsAfter = (
  db: Reader,
  after: number,
  limit: number,
  { user, type }: EventFilter = { user: null, type: null },
): Promise<readonly OutgoingEvent[]> => readRows(db, eventColumns)`
  select ${eventFields} from published_events e
  where e.position > ${after}
    and (${user}::bigint is null or e.user_id = ${user})
    and (${type}::text is null or e.type = ${type})
  order by e.position limit ${limit}`

export const readEventsAt = (
  db: Reader,
  positions: readonly number[],
): Promise<readonly OutgoingEvent[]> => readRows(db, eventColumns)`
  select ${eventFields} from published_events e
  where e.position = any(${positions}::bigint[]) order by e.position`

/** Returns the position of the newest event; 0 if there is none. */
export async function readLastPosition(db: Reader): Promise<number> {
  const rows = await readRows(db, { last: 'bigint' })`
    select coalesce((select last from event_sequences where user_id = ${allEvents}), 0) as last`
  return rows[0]?.last ?? 0
}

/** Returns the position before the first event that was published at or after a time. */
export async function positionBefore(db: Reader, at: Date): Promise<number> {
  // For the least position PostgreSQL would read all events before it, in their order.
  const rows = await readRows(db, { position: 'bigint' })`
    select position from published_events where published_at >= ${at}
    order by published_at, position limit 1`
  const first = rows[0]
  return first === undefined ? readLastPosition(db) : first.position - 1
}

/** Returns the oldest event that is kept; null if there is none. */
export async function readFirstEvent(
  db: Reader,
): Promise<Readonly<{ position: number; publishedAt: Date }> | null> {
  const rows = await readRows(db, { position: 'bigint', publishedAt: 'timestamptz' })`
    select position, published_at as "publishedAt" from published_events order by position limit 1`
  return rows[0] ?? null
}

/** Deletes events that are older than they are kept. */
export const deleteOldEvents = (db: Pick<Database, 'read'>): Promise<number> =>
  deleteInSteps(
    db,
    'published_events',
    sql`published_at < now() - make_interval(days => ${eventLimits.eventsKeptDays})`,
  )
