import { sql } from 'kysely'
import type { UserId } from '../../base/values/ids.ts'
import type { Database, Tx } from '../../core/database/database.ts'
import { insertRows } from '../../core/database/driver/insert.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'
import type { SealedParcel } from '../identity-records/identity-records.ts'
import { identityLimits } from './identity-limits.ts'
import { releaseNumber } from './identity-numbers.sql.ts'

const { attemptSeconds, askAgain } = identityLimits

export async function hasUndecided(tx: Tx, user: UserId): Promise<boolean> {
  const { rows } = await sql`
    select 1 from identity_registrations where user_id = ${user}`.execute(tx)
  return rows.length > 0
}

/** Inserts an undecided registration; the job polls it only after `attemptSeconds`. */
export async function insertUndecided(
  tx: Tx,
  {
    user,
    historyId,
    sealedParcel,
  }: Pick<Undecided, 'user' | 'historyId'> & Readonly<{ sealedParcel: SealedParcel }>,
): Promise<void> {
  await insertRows(
    tx,
    'identity_registrations',
    [
      {
        user_id: user,
        history_id: historyId,
        sealed_parcel: sealedParcel.bytes,
        sealed_parcel_key: sealedParcel.sealedKey,
      },
    ],
    { computed: { next_at: sql`now() + make_interval(secs => ${attemptSeconds})` } },
  )
}

const isDue = sql`next_at <= now()`

export const hasDueRegistrations = sql<boolean>`
  exists (select from identity_registrations where ${isDue})`

export type Undecided = Readonly<Awaited<ReturnType<typeof claimUndecided>>[number]>

/**
 * Leases due registrations for `attemptSeconds`. Each has the provider's id; null until the
 * provider has returned it, and then the parcel is deleted. `tries` counts the calls about it.
 */
export async function claimUndecided(db: Pick<Database, 'read'>) {
  const rows = await readRows(db.read, {
    user: 'userId',
    historyId: 'bigint',
    transactionId: 'text',
    accountId: 'text?',
    bytes: 'bytea?',
    sealedKey: 'text?',
    tries: 'integer',
  })`
    update identity_registrations r
    set next_at = now() + make_interval(secs => ${attemptSeconds})
    from identity_histories h
    where h.id = r.history_id and r.user_id in (
      select user_id from identity_registrations where ${isDue}
      order by next_at limit ${askAgain.atOnce} for update skip locked)
    returning r.user_id as "user", r.history_id as "historyId",
      h.transaction_id as "transactionId", r.account_id as "accountId",
      r.sealed_parcel as bytes, r.sealed_parcel_key as "sealedKey", r.tries`
  return rows.map(({ bytes, sealedKey, ...row }) => ({
    ...row,
    sealedParcel: bytes === null || sealedKey === null ? null : { bytes, sealedKey },
  }))
}

/** Schedules the next poll; a parcel whose provider id is known is deleted and not sent again. */
export async function postpone(
  tx: Tx,
  { user, historyId }: Pick<Undecided, 'user' | 'historyId'>,
  { accountId, pauseMs }: Readonly<{ accountId: string | null; pauseMs: number }>,
): Promise<boolean> {
  const result = await sql`
    update identity_registrations
    set account_id = coalesce(account_id, ${accountId}),
      sealed_parcel = case
        when coalesce(account_id, ${accountId}) is null then sealed_parcel
      end,
      sealed_parcel_key = case
        when coalesce(account_id, ${accountId}) is null then sealed_parcel_key
      end,
      tries = tries + 1, next_at = now() + ${`${pauseMs} ms`}::interval
    where user_id = ${user} and history_id = ${historyId}`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Deletes an undecided registration; returns false if it has been decided meanwhile. */
export async function deleteUndecided(
  tx: Tx,
  { user, historyId }: Pick<Undecided, 'user' | 'historyId'>,
): Promise<boolean> {
  const result = await sql`
    delete from identity_registrations
    where user_id = ${user} and history_id = ${historyId}`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Deletes the undecided registration of a user, if there is one, and frees its number. */
export async function deleteRegistration(tx: Tx, user: UserId): Promise<void> {
  const rows = await readRows(tx, { historyId: 'bigint' })`
    delete from identity_registrations where user_id = ${user}
    returning history_id as "historyId"`
  for (const { historyId } of rows) await releaseNumber(tx, historyId)
}

/**
 * Makes the next query of the provider due, at the earliest after the lease of one that may be
 * under way. Returns false if the registration is decided.
 */
export async function hastenQuery(tx: Tx, historyId: number): Promise<boolean> {
  const result = await sql`
    update identity_registrations
    set next_at = least(next_at, now() + make_interval(secs => ${attemptSeconds}))
    where history_id = ${historyId}`.execute(tx)
  return result.numAffectedRows === 1n
}
