import { sql } from 'kysely'
import { type UserId, userId } from '../base/ids.ts'
import type { Database, Tx } from '../database/database.ts'

export type User = Readonly<{
  id: UserId
  email: string
  passwordHash: string
  emailVerifiedAt: Date | null
  phone: string | null
  language: string
  currency: string
  bind2FA: boolean
  identityStatus: string
  suspendedAt: Date | null
  createdAt: Date
}>

type Reader = Database['read'] | Tx

const selectUser = (db: Reader) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'password_hash as passwordHash',
      'email_verified_at as emailVerifiedAt',
      'phone',
      'language',
      'currency',
      'bind_2fa as bind2FA',
      'identity_status as identityStatus',
      'suspended_at as suspendedAt',
      'created_at as createdAt',
    ])

export async function findUserByEmail(db: Reader, email: string): Promise<User | null> {
  const row = await selectUser(db).where('email', '=', email).executeTakeFirst()
  return row === undefined ? null : { ...row, id: userId(row.id) }
}

export async function findUser(db: Reader, id: UserId): Promise<User | null> {
  const row = await selectUser(db).where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : { ...row, id: userId(row.id) }
}

/** The new user's id, or null when the address is in use. */
export async function insertUser(
  tx: Tx,
  user: Readonly<{ email: string; passwordHash: string; language: string; currency: string }>,
): Promise<UserId | null> {
  const row = await tx
    .insertInto('users')
    .values({
      email: user.email,
      password_hash: user.passwordHash,
      language: user.language,
      currency: user.currency,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row === undefined ? null : userId(row.id)
}

/** Marks an email verified; false when it was already. */
export async function markEmailVerified(tx: Tx, id: UserId): Promise<boolean> {
  const result = await tx
    .updateTable('users')
    .set({ email_verified_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Replaces the stored hash of an unchanged password, when it is still the one that was read. */
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

/** The languages these users read. */
export async function findLanguages(
  db: Reader,
  ids: readonly UserId[],
): Promise<ReadonlyMap<UserId, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .where('id', '=', sql<number>`any(${ids})`)
    .select(['id', 'language'])
    .execute()
  return new Map(rows.map(({ id, language }) => [userId(id), language]))
}
