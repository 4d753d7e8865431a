import { sql } from 'kysely'
import { sha256 } from '../base/crypto.ts'
import { type InboxId, inboxId } from '../base/ids.ts'
import { type Database, isUniqueViolation, send, type Tx } from '../database/database.ts'
import { rowsOf } from '../database/rows.ts'

/** An event as received: two deliveries are the same event if source, key and digest match. */
export type InboxEvent = Readonly<{
  source: string
  key: string
  digest: string
  body: string
}>

export type StoredEvent = InboxEvent & Readonly<{ id: InboxId; attempts: number }>

const eventColumns = { source: 'text', key: 'text', digest: 'uuid' } as const

/** Returns the first 128 bits of a body's SHA-256, formatted as a UUID. */
export function digestOf(body: string | Uint8Array): string {
  const hex = sha256(body).toString('hex')
  const ends = [8, 12, 16, 20, 32]
  return ends.map((end, at) => hex.slice(ends[at - 1] ?? 0, end)).join('-')
}

export const identityOf = ({ source, key, digest }: InboxEvent): string =>
  `${source} ${key} ${digest}`

/** Returns the identities of those events that are stored already, applied or not. */
export async function findStored(
  tx: Tx,
  events: readonly InboxEvent[],
): Promise<ReadonlySet<string>> {
  const wanted = rowsOf(
    events.map(({ source, key, digest }) => ({ source, key, digest })),
    eventColumns,
    't',
  )
  const found = await sql<InboxEvent>`
    select i.source, i.event_key as key, i.digest::text as digest from inbox i
    join ${wanted} on i.source = t.source and i.event_key = t.key and i.digest = t.digest`.execute(
    tx,
  )
  return new Set(found.rows.map(identityOf))
}

/**
 * Stores events with the outcomes of applying them. If another transaction has stored one of them
 * meanwhile, the transaction fails with an error that `isStoredMeanwhile` recognizes.
 */
export function insertApplied(
  tx: Tx,
  events: readonly (InboxEvent & Readonly<{ outcome: string }>)[],
): void {
  if (events.length === 0) return
  const rows = rowsOf(events, { ...eventColumns, body: 'text', outcome: 'text' }, 't')
  send(
    tx,
    sql`
    insert into inbox (source, event_key, digest, body, state, outcome, attempts, applied_at)
    select t.source, t.key, t.digest, t.body, 'done', t.outcome, 1, now() from ${rows}
    order by t.source, t.key, t.digest`,
  )
}

export const isStoredMeanwhile = (error: unknown): boolean =>
  isUniqueViolation(error, 'inbox_source_event_key_digest_key')

/** Stores an event to be applied later; `error` is why it was not applied at once. */
export async function insertPending(
  tx: Tx,
  { source, key, digest, body }: InboxEvent,
  failure: Readonly<{ attempts: number; error: string | null }>,
): Promise<void> {
  await sql`
    insert into inbox (source, event_key, digest, body, state, attempts, error, next_at)
    values (${source}, ${key}, ${digest}, ${body}, 'pending',
            ${failure.attempts}, ${failure.error}, now())
    on conflict do nothing`.execute(tx)
}

/**
 * Stores an authenticated body that could not be parsed, so that no provider event is lost. Returns
 * its number, or null if it is stored already.
 */
export async function insertUnreadable(
  tx: Tx,
  source: string,
  body: Buffer,
): Promise<InboxId | null> {
  const digest = digestOf(body)
  const found = await sql<{ id: number }>`
    insert into inbox (source, event_key, digest, body, encoding, state, error)
    values (${source}, ${`unreadable:${digest}`}, ${digest}, ${body.toString('base64')}, 'base64',
            'parked', 'the body could not be read')
    on conflict do nothing returning id`.execute(tx)
  const [row] = found.rows
  return row === undefined ? null : inboxId(row.id)
}

/** Locks the oldest due events; skips those locked by other transactions. */
export async function lockDue(tx: Tx, limit: number): Promise<readonly StoredEvent[]> {
  const found = await sql<Omit<StoredEvent, 'id'> & { id: number }>`
    select id, source, event_key as key, digest::text as digest, body, attempts from inbox
    where state = 'pending' and next_at <= now()
    order by id limit ${limit} for update skip locked`.execute(tx)
  return found.rows.map((row) => ({ ...row, id: inboxId(row.id) }))
}

export async function markApplied(
  tx: Tx,
  applied: readonly Readonly<{ id: InboxId; outcome: string }>[],
): Promise<void> {
  const rows = rowsOf(applied, { id: 'bigint', outcome: 'text' }, 't')
  await sql`
    update inbox i set state = 'done', outcome = t.outcome, attempts = i.attempts + 1,
      error = null, next_at = null, applied_at = now()
    from ${rows} where i.id = t.id`.execute(tx)
}

/**
 * Counts a failed attempt: the event is retried later, or parked if its tries are used up. Returns
 * when it was parked, or null.
 */
export async function markFailed(
  tx: Tx,
  id: InboxId,
  failure: Readonly<{ error: string; tries: number }>,
): Promise<Date | null> {
  const found = await sql<{ state: 'pending' | 'parked'; at: Date }>`
    update inbox set attempts = attempts + 1, error = ${failure.error},
      state = case when attempts + 1 >= ${failure.tries} then 'parked' else 'pending' end,
      next_at = case when attempts + 1 >= ${failure.tries} then null
                     else now() + least(interval '5 minutes',
                                        interval '1 second' * power(2, least(attempts, 10))) end
    where id = ${id} returning state, now() as at`.execute(tx)
  const [row] = found.rows
  return row?.state === 'parked' ? row.at : null
}

/**
 * Makes a parked event due again with all its tries. Returns false if it is not parked or is
 * unreadable.
 */
export async function unpark(tx: Tx, id: InboxId): Promise<boolean> {
  const found = await sql`
    update inbox set state = 'pending', attempts = 0, next_at = now()
    where id = ${id} and state = 'parked' and encoding = 'utf8'`.execute(tx)
  return found.numAffectedRows === 1n
}

/** An event as listed for operators, without its body. */
export type ListedEvent = Readonly<{
  id: InboxId
  source: string
  key: string
  state: string
  outcome: string | null
  attempts: number
  error: string | null
  nextAt: Date | null
  receivedAt: Date
  appliedAt: Date | null
}>

export type EventFilter = Readonly<{ state: string | null; source: string | null }>

const matching = (db: Database['read'], { state, source }: EventFilter) => {
  let query = db.selectFrom('inbox')
  if (state !== null) query = query.where('state', '=', state)
  if (source !== null) query = query.where('source', '=', source)
  return query
}

const listed = [
  'id',
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

/** Lists events, newest first. */
export async function listEvents(
  db: Pick<Database, 'read'>,
  filter: EventFilter,
  page: Readonly<{ limit: number; offset: number }>,
): Promise<readonly ListedEvent[]> {
  const rows = await matching(db.read, filter)
    .select(listed)
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return rows.map((row) => ({ ...row, id: inboxId(row.id) }))
}

/** Returns a whole event: the body as received, or in base64 if it could not be parsed. */
export async function findEvent(
  db: Pick<Database, 'read'>,
  id: InboxId,
): Promise<(ListedEvent & Readonly<{ body: string; encoding: string }>) | null> {
  const row = await db.read
    .selectFrom('inbox')
    .where('id', '=', id)
    .select([...listed, 'body', 'encoding'])
    .executeTakeFirst()
  return row === undefined ? null : { ...row, id: inboxId(row.id) }
}
