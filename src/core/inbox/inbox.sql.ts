import { sql } from 'kysely'
import { sha256Hex } from '../../base/secrets/crypto.ts'
import { type CursorRequest, cursorPageOf } from '../../base/values/cursor.ts'
import { type EventId, eventId } from '../../base/values/ids.ts'
import { isStorableBytes } from '../../base/values/lenient.ts'
import { type Database, sendSql, type Tx } from '../database/database.ts'
import { insertRows, sendRows } from '../database/driver/insert.ts'
import { oneOfTexts, readRows } from '../database/driver/read-rows.ts'
import { rowsOf } from '../database/driver/rows.ts'
import { type IdWindow, idsWithin, scannedPage } from '../database/partitions/id-windows.ts'
import { afterCursor, whereEach } from '../database/partitions/page-query.ts'
import type { RangedTable } from '../database/partitions/ranges.ts'
import { type TimeSpan, whereWithin } from '../database/partitions/time-span.ts'
import { inboxLimits } from './inbox-limits.ts'

/** A body as it is stored: text as received, or base64 of bytes that are no text. */
export type StoredBody = Readonly<{ body: string; encoding: 'utf8' | 'base64' }>

/** An event as received. Its digest, of source, key and body, identifies it. */
export type InboxEvent = StoredBody & Readonly<{ source: string; key: string; digest: string }>

export type StoredEvent = Omit<InboxEvent, 'digest'> & Readonly<{ id: EventId; attempts: number }>

/** The inbox, in partitions by event id. */
export const inboxRanges: RangedTable = {
  name: 'inbox',
  sequence: 'inbox_id_seq',
  idsPerRange: inboxLimits.eventsPerRange,
  isAppendOnly: false,
}

/** The bodies of events, in partitions with the same bounds. */
export const bodiesRanges: RangedTable = { ...inboxRanges, name: 'inbox_bodies' }

type Named = Readonly<{ source: string; key: string }>

/** Builds an event from its body as received. */
export function eventOf({ raw, ...named }: Named & Readonly<{ raw: Uint8Array }>): InboxEvent {
  const stored = storedBody(Buffer.from(raw.buffer, raw.byteOffset, raw.length))
  return { ...named, ...stored, digest: eventDigest({ ...named, ...stored }) }
}

const storedBody = (raw: Buffer): StoredBody =>
  isStorableBytes(raw)
    ? { body: raw.toString('utf8'), encoding: 'utf8' }
    : { body: raw.toString('base64'), encoding: 'base64' }

/** Returns a stored body as it was received. */
export const bytesOf = ({ body, encoding }: Readonly<{ body: string; encoding: string }>): Buffer =>
  Buffer.from(body, encoding === 'base64' ? 'base64' : 'utf8')

/** Returns the first 128 bits of the SHA-256 of an event, formatted as a UUID. */
export const eventDigest = ({ source, key, body }: Named & Pick<StoredBody, 'body'>): string =>
  digestOf(`${source}\0${key}\0${body}`)

/** Returns the first 128 bits of a SHA-256, formatted as a UUID. */
export function digestOf(content: string | Uint8Array): string {
  const hex = sha256Hex(content)
  const [a, b, c] = [hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)]
  return `${hex.slice(0, 8)}-${a}-${b}-${c}-${hex.slice(20, 32)}`
}

const recordOf = ({ source, key }: InboxEvent) => ({ source, event_key: key })
const bodyIn = ({ body, encoding }: InboxEvent) => ({ body, encoding })

const keyOf = ({ digest }: InboxEvent) => ({ digest })

/**
 * Claims events to be stored by this transaction; waits for others that are storing one of them.
 * Returns the digests of those that no transaction has stored, applied or not.
 */
export async function claimEvents(
  tx: Tx,
  events: readonly InboxEvent[],
): Promise<ReadonlySet<string>> {
  const key = ['digest'] as const
  const options = { orderBy: key, unique: key, returning: key }
  const claimed = await insertRows(tx, 'inbox_keys', events.map(keyOf), options)
  return new Set(claimed.map(({ digest }) => digest))
}

/** An event with the outcome of applying it. */
type AppliedEvent = InboxEvent & Readonly<{ outcome: string }>

const appliedOf = (event: AppliedEvent) => {
  return { ...recordOf(event), state: 'done', outcome: event.outcome, attempts: 1 }
}

const bodySeparator = '\u{1e}'

/** The body of the event `i`, whose joined bodies, if any, are `b`. */
export const bodyOfEvent = sql<string>`
  coalesce(i.body, split_part(b.bodies, ${bodySeparator}, i.place))`

/** Stores claimed events with the outcomes of applying them; the bodies of many as one value. */
export function insertApplied(tx: Tx, events: readonly AppliedEvent[]): void {
  const isOdd = ({ body, encoding }: InboxEvent) =>
    encoding !== 'utf8' || body.includes(bodySeparator)
  if (events.length >= inboxLimits.sharedBodies && !events.some(isOdd)) sendJoined(tx, events)
  else {
    const records = events.map((event) => ({ ...appliedOf(event), ...bodyIn(event) }))
    sendRows(tx, 'inbox', records, { computed: { applied_at: sql`now()` } })
  }
}

/** One statement, so that no event is stored without its body. */
function sendJoined(tx: Tx, events: readonly AppliedEvent[]): void {
  const bodies = events.map(({ body }) => body).join(bodySeparator)
  const rows = rowsOf(
    events.map((event, at) => ({ ...appliedOf(event), place: at + 1 })),
    {
      source: 'text',
      event_key: 'text',
      state: 'text',
      outcome: 'text',
      attempts: 'smallint',
      place: 'smallint',
    },
  )
  sendSql(tx)`
    with joined as (insert into inbox_bodies (bodies) values (${bodies}) returning id)
    insert into inbox (source, event_key, state, outcome, attempts, applied_at, bodies_id, place)
    select t.source, t.event_key, t.state, t.outcome, t.attempts, now(), joined.id, t.place
    from ${rows} cross join joined`
}

/** Claims an event; returns false if it was stored before, and counts it as redelivered. */
async function claim(tx: Tx, event: InboxEvent): Promise<boolean> {
  const isNew = (await claimEvents(tx, [event])).size === 1
  if (!isNew) countRedelivered(tx, [event])
  return isNew
}

/** Counts events that were received again, for operators who explain them. */
export function countRedelivered(tx: Tx, events: readonly Pick<InboxEvent, 'digest'>[]): void {
  const digests = events.map(({ digest }) => digest)
  sendSql(tx)`
    insert into inbox_redeliveries as r (digest)
    select digest from unnest(${digests}::uuid[]) as digest order by digest
    on conflict (digest) do update set times = r.times + 1, last_at = now()`
}

/** Why an event was not applied at once, and how often it was tried. */
type Attempted = Readonly<{ attempts: number; error: string | null }>

/** Stores an event to be applied later, unless it is stored already. */
export async function insertPending(tx: Tx, event: InboxEvent, tried: Attempted): Promise<void> {
  if (await claim(tx, event)) sendPending(tx, event, tried)
}

/** Stores a claimed event to be applied later. */
export function sendPending(tx: Tx, event: InboxEvent, { attempts, error }: Attempted): void {
  const record = { ...recordOf(event), ...bodyIn(event), state: 'pending', attempts, error }
  sendRows(tx, 'inbox', [record], { computed: { next_at: sql`now()` } })
}

const unreadablePrefix = 'unreadable:'

/** Whether an event is a body that could not be read when it was received. */
export const isUnreadable = ({ key }: Pick<InboxEvent, 'key'>): boolean =>
  key.startsWith(unreadablePrefix)

/**
 * Stores an authenticated body that could not be read, so that no provider event is lost. Returns
 * its number, or null if it is stored already.
 */
export async function insertUnreadable(
  tx: Tx,
  source: string,
  raw: Buffer,
): Promise<EventId | null> {
  const event = eventOf({ source, key: `${unreadablePrefix}${digestOf(raw)}`, raw })
  if (!(await claim(tx, event))) return null
  const record = {
    ...recordOf(event),
    ...bodyIn(event),
    state: 'parked',
    error: 'the body could not be read',
  }
  const [row] = await insertRows(tx, 'inbox', [record], { returning: ['id'] })
  return row === undefined ? null : row.id
}

const isDue = sql`state = 'pending' and next_at <= now()`

export const hasDueEvents = sql<boolean>`exists (select from inbox where ${isDue})`

/** Locks the oldest due events, which have their own bodies; skips locked ones. */
export async function lockDue(tx: Tx, limit: number): Promise<readonly StoredEvent[]> {
  const found = await readRows(tx, {
    source: 'text',
    key: 'text',
    body: 'text',
    encoding: oneOfTexts('utf8', 'base64'),
    attempts: 'bigint',
    id: 'bigint',
  })`
    select id, source, event_key as key, body, encoding, attempts from inbox
    where ${isDue} order by id limit ${limit} for update skip locked`
  return found.map((row) => ({ ...row, id: eventId(row.id) }))
}

export async function markApplied(
  tx: Tx,
  applied: readonly Readonly<{ id: EventId; outcome: string }>[],
): Promise<void> {
  const rows = rowsOf(applied, { id: 'bigint', outcome: 'text' })
  await sql`
    update inbox i set state = 'done', outcome = t.outcome, attempts = i.attempts + 1,
      error = null, next_at = null, applied_at = now()
    from ${rows} where i.id = t.id`.execute(tx)
}

/**
 * Counts a failed attempt: the event is retried later, or parked if its tries are used up. Returns
 * the time when it was parked, or null.
 */
export async function markFailed(
  tx: Tx,
  id: EventId,
  failure: Readonly<{ error: string; tries: number }>,
): Promise<Date | null> {
  const found = await readRows(tx, { state: oneOfTexts('pending', 'parked'), at: 'timestamptz' })`
    update inbox set attempts = attempts + 1, error = ${failure.error},
      state = case when attempts + 1 >= ${failure.tries} then 'parked' else 'pending' end,
      next_at = case when attempts + 1 >= ${failure.tries} then null
                     else now() + least(interval '5 minutes',
                                        interval '1 second' * power(2, least(attempts, 10))) end
    where id = ${id} returning state, now() as at`
  const [row] = found
  return row?.state === 'parked' ? row.at : null
}

const dueAgain = sql`state = 'pending', next_at = now(), attempts = 0`

/** Makes a parked event due again with its tries. Returns false if it is not parked. */
export async function unpark(tx: Tx, id: EventId): Promise<boolean> {
  const found = await sql`
    update inbox i set ${dueAgain} where i.id = ${id} and i.state = 'parked'`.execute(tx)
  return found.numAffectedRows === 1n
}

/** Locks a parked event until the transaction ends; null if it is not parked. */
export async function lockParked(tx: Tx, id: EventId): Promise<Pick<InboxEvent, 'source'> | null> {
  const rows = await readRows(tx, { source: 'text' })`
    select source from inbox where id = ${id} and state = 'parked' for update`
  return rows[0] ?? null
}

/** Ends a parked event that operators handled. */
export async function closeParked(tx: Tx, id: EventId, outcome: string): Promise<void> {
  await sql`
    update inbox set state = 'done', outcome = ${outcome}, error = null, applied_at = now()
    where id = ${id} and state = 'parked'`.execute(tx)
}

type UnparkFilter = Readonly<{
  source?: string | null | undefined
  key?: string | null | undefined
  from?: Date | null | undefined
  to?: Date | null | undefined
}>

/** Makes parked events due again, oldest first. Returns the ids of those that it made due. */
export async function unparkAll(
  tx: Tx,
  { source = null, key = null, from = null, to = null }: UnparkFilter,
  most: number,
): Promise<readonly EventId[]> {
  const rows = await readRows(tx, { id: 'eventId' })`
    with chosen as (
      select id from inbox
      where state = 'parked'
        and (${source}::text is null or source = ${source})
        and (${key}::text is null or event_key = ${key})
        and (${from}::timestamptz is null or received_at >= ${from})
        and (${to}::timestamptz is null or received_at < ${to})
      order by id limit ${most} for update skip locked
    )
    update inbox i set ${dueAgain}
    from chosen where i.id = chosen.id
    returning i.id`
  return rows.map(({ id }) => id)
}

/** Events received from `from` on, before `to`. */
type EventFilter = Readonly<{
  state?: string | undefined
  source?: string | undefined
  key?: string | undefined
}> &
  TimeSpan

const listed = [
  'inbox.id as id',
  'source',
  'event_key as key',
  'state',
  'outcome',
  'attempts',
  'error',
  'next_at as nextAt',
  'received_at as receivedAt',
  'applied_at as appliedAt',
] as const

/**
 * Lists a page of events without their bodies. Parked and pending ones have their index; others
 * are searched by a bounded scan, so a page may be short.
 */
export async function listEvents(
  db: Pick<Database, 'read'>,
  { state, source, key, ...page }: EventFilter & CursorRequest,
) {
  const within = whereWithin(db.read.selectFrom('inbox').select(listed), 'received_at', page)
  const query = afterCursor(whereEach(within, { state, source, event_key: key }), 'id', page)
  if (state === 'parked' || state === 'pending') {
    return cursorPageOf(await query.execute(), page, ({ id }) => [id])
  }
  const window = await idsWithin(db.read, { table: 'inbox', time: 'received_at' }, page)
  const read = ({ since, until }: IdWindow) =>
    query.where('id', '>=', eventId(since)).where('id', '<', eventId(until)).execute()
  return scannedPage(page, window, read)
}

/** Returns a whole event with its stored body. */
export async function findEvent(db: Pick<Database, 'read'>, id: EventId) {
  const row = await db.read
    .selectFrom('inbox')
    .leftJoin('inbox_bodies', 'inbox_bodies.id', 'inbox.bodies_id')
    .where('inbox.id', '=', id)
    .select([...listed, 'encoding'])
    .select([
      sql<string>`coalesce(body, split_part(bodies, ${bodySeparator}, place))`.as('body'),
      sql<number | null>`(extract(epoch from applied_at) * 1000000)::bigint`.as('appliedMicros'),
    ])
    .executeTakeFirst()
  return row ?? null
}
