import { sql } from 'kysely'
import type { UserId } from '../../base/values/ids.ts'
import type { Database, Tx } from '../../core/database/database.ts'
import {
  columnsOf,
  oneOfTexts,
  type RowOf,
  readRows,
} from '../../core/database/driver/read-rows.ts'
import { identityLimits } from './identity-limits.ts'

const { reuseSeconds, attemptSeconds, forgetUsers } = identityLimits

const attemptColumns = columnsOf({
  id: 'bigint',
  transactionId: 'text',
  /** null if there is no answer yet, so the provider must be called. */
  sealedResponse: 'text?',
  /** The names of its images that are already stored, in their order. */
  objectNames: 'text[]',
})

/** An attempt at a card reading or a face check: a new one, or one to resume. */
export type Attempt = RowOf<typeof attemptColumns>

export type NewAttempt = Readonly<{
  user: UserId
  service: 'OCR' | 'LIVENESS'
  transactionId: string
  digest: Buffer
  sealedRequest: string
  card: number | null
}>

/** Locks the user's row against other attempts and decisions about the same user's identity. */
export async function lockApplicant(tx: Tx, user: UserId): Promise<void> {
  await sql`select 1 from users where id = ${user} for no key update`.execute(tx)
}

/**
 * Begins an attempt, or resumes a recent one of the same images, so that the provider is not paid
 * twice. Returns null if the same attempt is in progress now. The caller must hold the applicant's
 * lock.
 */
export async function beginAttempt(tx: Tx, attempt: NewAttempt): Promise<Attempt | null> {
  await giveUpLost(tx, attempt)
  const isSame = sql`digest = ${attempt.digest}`
  const rows = await readRows(tx, {
    ...attemptColumns,
    status: oneOfTexts('STARTED', 'ANSWERED', 'UNKNOWN', 'PENDING', 'SUCCESS', 'FAILED'),
  })`
    select id, transaction_id as "transactionId", status, sealed_response as "sealedResponse",
      object_names as "objectNames"
    from identity_histories
    where user_id = ${attempt.user} and service = ${attempt.service}
      and (status = 'STARTED' and (service = 'LIVENESS' or ${isSame})
        or ${isSame} and created_at > now() - ${reuse}
          and (status in ('ANSWERED', 'UNKNOWN') or service = 'OCR'))
    order by status = 'STARTED' desc, id desc limit 1`
  const [known] = rows
  if (known === undefined) return insertAttempt(tx, attempt)
  if (known.status === 'STARTED') return null
  await takeUp(tx, known.id)
  return known
}

const reuse = sql`make_interval(secs => ${reuseSeconds})`

const left = sql`case when sealed_response is null then 'UNKNOWN' else 'ANSWERED' end`

/** Releases an attempt that a crashed node left in progress. */
async function giveUpLost(tx: Tx, { user, service }: NewAttempt): Promise<void> {
  await sql`
    update identity_histories set status = ${left}, updated_at = now()
    where user_id = ${user} and service = ${service} and status = 'STARTED'
      and updated_at < now() - make_interval(secs => ${attemptSeconds})`.execute(tx)
}

/** Makes the attempt the latest again; an unfinished one is in progress again. */
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
 * Records the provider's answer to an attempt. The attempt stays in progress until its images are
 * stored, or ends at once if there is nothing to store.
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

/** Records which images of an attempt are stored; returns false if it is no longer in progress. */
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

/** Ends an answered attempt with its stored images; returns false if it is not in progress. */
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

/** Releases an unfinished attempt, to be resumed by the next call with the same images. */
export async function leaveAttempt(db: Pick<Database, 'read'>, id: number): Promise<void> {
  await sql`
    update identity_histories set status = ${left}, updated_at = now()
    where id = ${id} and status = 'STARTED'`.execute(db.read)
}

const cardColumns = columnsOf({
  id: 'bigint',
  transactionId: 'text',
  sealedResponse: 'text',
  objectName: 'text',
})

/** A card that was read, which registrations refer to. */
export type Card = RowOf<typeof cardColumns>

/** Returns the card that the user had read last, or null. */
export async function findLatestCard(
  db: Pick<Database, 'read'>,
  user: UserId,
): Promise<Card | null> {
  const rows = await readRows(db.read, cardColumns)`
    select id, transaction_id as "transactionId", sealed_response as "sealedResponse",
      object_names[1] as "objectName"
    from identity_histories
    where user_id = ${user} and service = 'OCR' and status = 'SUCCESS'
      and sealed_response is not null and cardinality(object_names) = 1
    order by updated_at desc, id desc limit 1`
  return rows[0] ?? null
}

/** Inserts a registration; FAILED if the face did not match, so the provider is not called. */
export async function insertRegistrationHistory(
  tx: Tx,
  entry: Readonly<{
    user: UserId
    transactionId: string
    card: number
    digest: Buffer
    /** The digests of the words of the card's name. */
    nameWords: readonly string[]
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
      name_words: [...entry.nameWords],
      sealed_request: entry.sealedRequest,
      sealed_response: entry.sealedResponse,
      ocr_id: entry.card,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Updates the status of a registration; a null response keeps the stored one. */
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
 * Deletes the entries of some accounts that closed longer ago than this: suspended, without money,
 * and without a move of it since. Returns their owners and the names of their pictures. Accounts
 * with an undecided registration stay, and those whose card names a person in a yearly report.
 */
export async function deleteOldHistories(
  tx: Tx,
  closedDays: number,
): Promise<Readonly<{ users: readonly UserId[]; pictures: readonly string[] }>> {
  const before = sql`now() - make_interval(days => ${closedDays})`
  const moved = (side: 'from_user' | 'to_user') => sql`
    select from moves m join postings p on p.id = m.posting_id
    where m.${sql.ref(side)} = u.id and p.at >= ${before}`
  const rows = await readRows(tx, { user: 'userId', objectNames: 'text[]' })`
    with closed as (
      select u.id from users u
      where u.suspended_at < ${before}
        and exists (select from identity_histories h where h.user_id = u.id)
        and not exists (select from identity_registrations r where r.user_id = u.id)
        and not exists (
          select from balances b where b.user_id = u.id and b.available + b.locked > 0)
        and not exists (
          select from carf_reports c where c.state <> 'discarded' and (
            select r.certification_id is null from carf_records r
            where r.report_id = c.id and r.user_id = u.id))
        and not exists (${moved('from_user')}) and not exists (${moved('to_user')})
      order by u.id limit ${forgetUsers} for no key update of u skip locked)
    delete from identity_histories h using closed where h.user_id = closed.id
    returning h.user_id as "user", h.object_names as "objectNames"`
  return {
    users: [...new Set(rows.map(({ user }) => user))],
    pictures: rows.flatMap(({ objectNames }) => objectNames),
  }
}

/** Deletes all entries of a user; returns the names of their pictures. */
export async function deleteHistories(tx: Tx, user: UserId): Promise<readonly string[]> {
  const rows = await readRows(tx, { objectNames: 'text[]' })`
    delete from identity_histories where user_id = ${user} returning object_names as "objectNames"`
  return rows.flatMap(({ objectNames }) => objectNames)
}
