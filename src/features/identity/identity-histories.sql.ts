import { sql } from 'kysely'
import type { UserId } from '../../base/ids.ts'
import { limits } from '../../base/limits.ts'
import type { Database, Tx } from '../../database/database.ts'

const { reuseSeconds, attemptSeconds, forgetItems } = limits.identity

export type HistoryStatus = 'STARTED' | 'ANSWERED' | 'UNKNOWN' | 'PENDING' | 'SUCCESS' | 'FAILED'

/** An attempt to have something read or judged: a fresh one, or one whose answer we still have. */
export type Attempt = Readonly<{
  id: number
  transactionId: string
  /** null: nobody has answered, so the provider is asked. */
  sealedResponse: string | null
  /** What is stored already of its images, in their order. */
  objectNames: readonly string[]
}>

export type NewAttempt = Readonly<{
  user: UserId
  service: 'OCR' | 'LIVENESS'
  transactionId: string
  digest: Buffer
  sealedRequest: string
  card: number | null
}>

/** Whoever begins or decides something of the same user's identity waits here. */
export async function lockApplicant(tx: Tx, user: UserId): Promise<void> {
  await sql`select 1 from users where id = ${user} for no key update`.execute(tx)
}

/**
 * Begins an attempt, or goes on with one of the same images that is a few minutes old, so that
 * nothing is paid for twice. null: the same is under way at this moment. The applicant is locked.
 */
export async function beginAttempt(tx: Tx, attempt: NewAttempt): Promise<Attempt | null> {
  await giveUpLost(tx, attempt)
  const { rows } = await sql<Attempt & { status: HistoryStatus }>`
    select id, transaction_id as "transactionId", status, sealed_response as "sealedResponse",
      object_names as "objectNames"
    from identity_histories
    where user_id = ${attempt.user} and service = ${attempt.service}
      and (status = 'STARTED' and (service = 'LIVENESS' or digest = ${attempt.digest})
        or digest = ${attempt.digest} and created_at > now() - ${reuse}
          and (status in ('ANSWERED', 'UNKNOWN') or service = 'OCR'))
    order by status = 'STARTED' desc, id desc limit 1`.execute(tx)
  const [known] = rows
  if (known === undefined) return insertAttempt(tx, attempt)
  if (known.status === 'STARTED') return null
  await takeUp(tx, known.id)
  return known
}

const reuse = sql`make_interval(secs => ${reuseSeconds})`

const left = sql`case when sealed_response is null then 'UNKNOWN' else 'ANSWERED' end`

/** What a node began and died over is nobody's any more. */
async function giveUpLost(tx: Tx, { user, service }: NewAttempt): Promise<void> {
  await sql`
    update identity_histories set status = ${left}, updated_at = now()
    where user_id = ${user} and service = ${service} and status = 'STARTED'
      and updated_at < now() - make_interval(secs => ${attemptSeconds})`.execute(tx)
}

/** It counts as the latest again; what is unfinished is under way until it ends or is left. */
async function takeUp(tx: Tx, id: number): Promise<void> {
  await sql`
    update identity_histories
    set status = case when status in ('UNKNOWN', 'ANSWERED') then 'STARTED' else status end,
      updated_at = now()
    where id = ${id}`.execute(tx)
}

async function insertAttempt(
  tx: Tx,
  { user, service, transactionId, digest, sealedRequest, card }: NewAttempt,
): Promise<Attempt> {
  const { id } = await tx
    .insertInto('identity_histories')
    .values({
      user_id: user,
      service,
      transaction_id: transactionId,
      status: 'STARTED',
      digest,
      sealed_request: sealedRequest,
      ocr_id: card,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, transactionId, sealedResponse: null, objectNames: [] }
}

/**
 * Records what was answered to an attempt. It stays under way until its images are stored, or is
 * over at once where there is nothing to store.
 */
export async function recordAnswer(
  db: Pick<Database, 'read'>,
  id: number,
  { status, sealedResponse }: Readonly<{ status: 'STARTED' | 'FAILED'; sealedResponse: string }>,
): Promise<void> {
  await sql`
    update identity_histories
    set status = ${status}, sealed_response = ${sealedResponse}, updated_at = now()
    where id = ${id} and status = 'STARTED'`.execute(db.read)
}

/** Records which images of an attempt are stored; false when it was left before. */
export async function recordObjects(
  tx: Tx,
  id: number,
  objectNames: readonly string[],
): Promise<boolean> {
  const result = await sql`
    update identity_histories set object_names = ${objectNames}, updated_at = now()
    where id = ${id} and status = 'STARTED'`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Ends an attempt that was answered and whose images are stored; false when it was left before. */
export async function endAttempt(
  tx: Tx,
  id: number,
  status: 'SUCCESS' | 'FAILED',
  objectNames: readonly string[],
): Promise<boolean> {
  const result = await sql`
    update identity_histories
    set status = ${status}, object_names = ${objectNames}, updated_at = now()
    where id = ${id} and status = 'STARTED' and sealed_response is not null`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Leaves an attempt to whoever comes next with the same images; what has ended stays so. */
export async function leaveAttempt(db: Pick<Database, 'read'>, id: number): Promise<void> {
  await sql`
    update identity_histories set status = ${left}, updated_at = now()
    where id = ${id} and status = 'STARTED'`.execute(db.read)
}

/** A card that was read: what registrations are made of. */
export type Card = Readonly<{
  id: number
  transactionId: string
  sealedResponse: string
  objectName: string
}>

/** The card a user had read last, or null. */
export async function findLatestCard(
  db: Pick<Database, 'read'>,
  user: UserId,
): Promise<Card | null> {
  const { rows } = await sql<Card>`
    select id, transaction_id as "transactionId", sealed_response as "sealedResponse",
      object_names[1] as "objectName"
    from identity_histories
    where user_id = ${user} and service = 'OCR' and status = 'SUCCESS'
      and sealed_response is not null and cardinality(object_names) = 1
    order by updated_at desc, id desc limit 1`.execute(db.read)
  return rows[0] ?? null
}

/** Enters a registration; FAILED where nobody was asked, since the face was somebody else's. */
export async function insertRegistrationHistory(
  tx: Tx,
  entry: Readonly<{
    user: UserId
    transactionId: string
    card: number
    digest: Buffer
    status: 'STARTED' | 'FAILED'
    sealedRequest: string
    sealedResponse: string | null
  }>,
): Promise<number> {
  const { id } = await tx
    .insertInto('identity_histories')
    .values({
      user_id: entry.user,
      service: 'REGISTRATION',
      transaction_id: entry.transactionId,
      status: entry.status,
      digest: entry.digest,
      sealed_request: entry.sealedRequest,
      sealed_response: entry.sealedResponse,
      ocr_id: entry.card,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What is known of a registration now; an answer that was there stays when there is no newer. */
export async function updateRegistrationHistory(
  tx: Tx,
  id: number,
  {
    status,
    sealedResponse,
  }: Readonly<{
    status: 'UNKNOWN' | 'PENDING' | 'SUCCESS' | 'FAILED'
    sealedResponse: string | null
  }>,
): Promise<void> {
  await sql`
    update identity_histories
    set status = ${status}, sealed_response = coalesce(${sealedResponse}, sealed_response),
      updated_at = now()
    where id = ${id}`.execute(tx)
}

/**
 * Forgets entries older than this, some at a time, and answers how many and the names of their
 * pictures; what is undecided stays.
 */
export async function deleteOldHistories(
  tx: Tx,
  olderThanDays: number,
): Promise<Readonly<{ forgotten: number; pictures: readonly string[] }>> {
  const { rows } = await sql<{ objectNames: readonly string[] }>`
    delete from identity_histories where id in (
      select h.id from identity_histories h
      where h.created_at < now() - make_interval(days => ${olderThanDays})
        and not exists (select from identity_registrations r where r.history_id = h.id)
      order by h.created_at limit ${forgetItems})
    returning object_names as "objectNames"`.execute(tx)
  return {
    forgotten: rows.length,
    pictures: rows.flatMap(({ objectNames }) => objectNames),
  }
}
