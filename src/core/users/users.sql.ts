import { sql } from 'kysely'
import type { UserId } from '../../base/values/ids.ts'
import type { Database, Reader, Tx } from '../database/database.ts'
import { insertRows } from '../database/driver/insert.ts'
import { readRows } from '../database/driver/read-rows.ts'

/** Until when the bound authenticator of a user is provisional; null once it counts. */
const provisionalUntil = sql<Date | null>`
  case when bind_2fa and twofa_provisional_until > now() then twofa_provisional_until end`

const selectUser = (db: Reader) =>
  db.selectFrom('users').select([
    'id',
    'email',
    'password_hash as passwordHash',
    /** Grows with each new password, but not when the same one is rehashed. */
    'password_version as passwordVersion',
    /** Whether a list of leaked passwords has it. */
    'password_leaked as passwordLeaked',
    'email_verified_at as emailVerifiedAt',
    /** Since when the mailbox refuses every mail; null if it accepted the last one. */
    'mail_refused_since as mailRefusedSince',
    'phone',
    'language',
    'currency',
    'bind_2fa as bind2FA',
    provisionalUntil.as('provisional2FAUntil'),
    sql<boolean>`${provisionalUntil} is not null`.as('provisional2FA'),
    'identity_status as identityStatus',
    'suspended_at as suspendedAt',
    'created_at as createdAt',
  ])

export type User = Readonly<
  Awaited<ReturnType<ReturnType<typeof selectUser>['executeTakeFirstOrThrow']>>
>

export async function findUserByEmail(db: Reader, email: string): Promise<User | null> {
  const row = await selectUser(db).where('email', '=', email).executeTakeFirst()
  return row ?? null
}

export async function findUser(db: Reader, id: UserId): Promise<User | null> {
  const row = await selectUser(db).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

export async function findUsers(
  db: Reader,
  ids: readonly UserId[],
): Promise<ReadonlyMap<UserId, User>> {
  if (ids.length === 0) return new Map()
  const rows = await selectUser(db).where('id', '=', sql<UserId>`any(${ids})`).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

type NewUser = Pick<User, 'email' | 'passwordHash' | 'passwordLeaked' | 'language' | 'currency'>

/** Inserts a user; returns the id, or null if the address is in use. */
export async function insertUser(tx: Tx, user: NewUser): Promise<UserId | null> {
  const { email, passwordHash, passwordLeaked, language, currency } = user
  const password = { password_hash: passwordHash, password_leaked: passwordLeaked }
  const record = { email, ...password, language, currency }
  const unique = ['email'] as const
  const [row] = await insertRows(tx, 'users', [record], { unique, returning: ['id'] })
  return row?.id ?? null
}

/** Records that a signed-in user proved access to the account's mailbox; keeps the first time. */
export async function markEmailVerified(tx: Tx, id: UserId): Promise<boolean> {
  const result = await tx
    .updateTable('users')
    .set({ email_verified_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Records that a signed-in user proved to read the account's mailbox; keeps the first time. */
export async function markMailboxProven(tx: Tx, id: UserId): Promise<void> {
  await tx
    .updateTable('users')
    .set({ mailbox_proven_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('mailbox_proven_at', 'is', null)
    .execute()
}

/** Records whether a user's mailbox refused a mail; keeps the time of the first of several. */
export async function noteMailRefused(
  db: Pick<Database, 'read'>,
  id: UserId,
  refused: boolean,
): Promise<void> {
  const since = refused ? sql<Date>`now()` : null
  await db.read
    .updateTable('users')
    .set({ mail_refused_since: since })
    .where('id', '=', id)
    .where('mail_refused_since', refused ? 'is' : 'is not', null)
    .execute()
}

export type Ownership = Readonly<{
  /** Whether the account's user is known to own its mailbox. */
  isProven: boolean
  hasMoney: boolean
}>

/**
 * Locks the user's row and returns whether the account is known to be used by the mailbox's owner:
 * by a mailed code (every withdrawal took one), an earlier reset, or a proven identity.
 */
export async function lockOwnership(tx: Tx, id: UserId): Promise<Ownership> {
  const rows = await readRows(tx, { isProven: 'boolean', hasMoney: 'boolean' })`
    select u.mailbox_proven_at is not null or u.identity_status = 'success'
             or exists (select from withdrawals w where w.user_id = u.id) as "isProven",
           exists (select from balances b where b.user_id = u.id and b.available + b.locked > 0)
             as "hasMoney"
    from users u where u.id = ${id} for no key update of u`
  const [row] = rows
  if (row === undefined) throw new Error(`the user ${id} is missing`)
  return row
}

/** Replaces the stored hash of an unchanged password, if it is still the one that was read. */
export async function updatePasswordHash(
  db: Reader,
  id: UserId,
  hash: Readonly<{ from: string; to: string }>,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: hash.to })
    .where('id', '=', id)
    .where('password_hash', '=', hash.from)
    .execute()
}

/**
 * Records whether a list of leaked passwords has a user's password, which was just typed; returns
 * false if the user has another one by now.
 */
export async function updatePasswordLeaked(
  tx: Tx,
  { id, passwordVersion }: Pick<User, 'id' | 'passwordVersion'>,
  leaked: boolean,
): Promise<boolean> {
  const result = await tx
    .updateTable('users')
    .set({ password_leaked: leaked })
    .where('id', '=', id)
    .where('password_version', '=', passwordVersion)
    .where('password_leaked', '=', !leaked)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Sets the password chosen by a mailed link, marks the mailbox proven, and locks withdrawals by the
 * database's clock.
 */
export async function storePassword(
  tx: Tx,
  id: UserId,
  {
    passwordHash,
    passwordLeaked,
    lockHours,
  }: Pick<User, 'passwordHash' | 'passwordLeaked'> & Readonly<{ lockHours: number }>,
): Promise<void> {
  await sql`
    update users set
      password_hash = ${passwordHash},
      password_leaked = ${passwordLeaked},
      password_version = password_version + 1,
      mailbox_proven_at = coalesce(mailbox_proven_at, now()),
      withdraw_locked_until =
        greatest(withdraw_locked_until, now() + make_interval(hours => ${lockHours}))
    where id = ${id}`.execute(tx)
}

/** The state of a user that a sign-in was checked against. */
export type CheckedUser = Pick<User, 'id' | 'passwordVersion' | 'bind2FA'>

/**
 * Whether the checked password is still current, the user is not suspended, and the second factor
 * is unchanged. Locks the row in share mode: until the transaction ends, a password reset, a
 * suspension or a change of the second factor waits.
 */
export async function lockPassword(
  tx: Tx,
  { id, passwordVersion, bind2FA }: CheckedUser,
): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .where('id', '=', id)
    .where('password_version', '=', passwordVersion)
    .where('bind_2fa', '=', bind2FA)
    .where('suspended_at', 'is', null)
    .select('id')
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

export async function updatePreferences(
  db: Reader,
  id: UserId,
  preferences: Readonly<{ language: string }> | Readonly<{ currency: string }>,
): Promise<void> {
  await db.updateTable('users').set(preferences).where('id', '=', id).execute()
}

/**
 * The time of a change of the second factor. Another change during the cool-off keeps the first
 * time as well: the sum of what left since then must not begin anew.
 */
const changedNow = {
  twofa_changed_at: sql<Date>`now()`,
  twofa_cooling_from: sql<Date>`case when twofa_changed_at > now() - (
      select make_interval(hours => value::int) from settings
      where key = 'withdrawal.cooloff_hours')
    then coalesce(twofa_cooling_from, twofa_changed_at) else now() end`,
}

/**
 * Enables or disables the second factor and records when; returns false if it already was so. A new
 * one is provisional for this time.
 */
export async function updateBind2FA(
  tx: Tx,
  id: UserId,
  bound: boolean,
  provisionalSeconds = 0,
): Promise<boolean> {
  const until = sql<Date>`now() + make_interval(secs => ${provisionalSeconds})`
  const result = await tx
    .updateTable('users')
    .set({
      bind_2fa: bound,
      ...changedNow,
      twofa_provisional_until: provisionalSeconds > 0 ? until : null,
    })
    .where('id', '=', id)
    .where('bind_2fa', '=', !bound)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Disables a second factor that is still provisional; returns false if none is. */
export async function unbindProvisional2FA(tx: Tx, id: UserId): Promise<boolean> {
  const result = await tx
    .updateTable('users')
    .set({ bind_2fa: false, ...changedNow, twofa_provisional_until: null })
    .where('id', '=', id)
    .where(sql<boolean>`${provisionalUntil} is not null`)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Sets a user's identity status; returns false if it is the same. `success` is final while its
 * evidence is kept.
 */
export async function updateIdentityStatus(
  tx: Tx,
  id: UserId,
  status: 'pending' | 'success' | 'failed',
): Promise<boolean> {
  const result = await tx
    .updateTable('users')
    .set({ identity_status: status })
    .where('id', '=', id)
    .where('identity_status', 'not in', ['success', status])
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Resets the identity status of users whose evidence is deleted. */
export async function forgetIdentities(tx: Tx, ids: readonly UserId[]): Promise<void> {
  await sql`update users set identity_status = 'none' where id = any(${ids})`.execute(tx)
}

export type NewSuspension = Readonly<{ reason: string | null; byService: boolean }>

/**
 * Suspends a user; returns false if the account already was suspended. A suspension by the service
 * replaces the reason of another, and stricter rules apply to its restoration.
 */
export async function suspendUser(
  tx: Tx,
  id: UserId,
  { reason, byService }: NewSuspension,
): Promise<boolean> {
  const rows = await readRows(tx, { isNew: 'boolean' })`
    with former as (select suspended_at from users where id = ${id} for no key update)
    update users u set suspended_at = coalesce(former.suspended_at, now()),
      suspension_reason = ${reason}, suspended_by_service = ${byService}
    from former
    where u.id = ${id} and (former.suspended_at is null or ${byService})
    returning former.suspended_at is null as "isNew"`
  return rows[0]?.isNew ?? false
}

type Suspension = Readonly<{ suspendedAt: Date | null; byService: boolean }>

/** Locks a user's row and returns the suspension; null if there is no such user. */
export async function lockSuspension(tx: Tx, id: UserId): Promise<Suspension | null> {
  const rows = await readRows(tx, { suspendedAt: 'timestamptz?', byService: 'boolean' })`
    select suspended_at as "suspendedAt", suspended_by_service as "byService"
    from users where id = ${id} for no key update`
  return rows[0] ?? null
}

/** Lifts a suspension; returns false if the account was not suspended. */
export async function restoreUser(tx: Tx, id: UserId): Promise<boolean> {
  const result = await tx
    .updateTable('users')
    .set({ suspended_at: null, suspension_reason: null, suspended_by_service: false })
    .where('id', '=', id)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function findPhoneOwner(db: Reader, phone: string): Promise<UserId | null> {
  const row = await db
    .selectFrom('users')
    .where('phone', '=', phone)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function unbindPhone(tx: Tx, id: UserId): Promise<void> {
  await tx.updateTable('users').set({ phone: null }).where('id', '=', id).execute()
}

/** Binds a phone; throws a unique violation of `users_phone_key` if another user has bound it. */
export async function updatePhone(tx: Tx, id: UserId, phone: string): Promise<void> {
  await tx.updateTable('users').set({ phone }).where('id', '=', id).execute()
}
