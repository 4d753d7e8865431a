import { sql } from 'kysely'
import { type UserId, userId } from '../base/ids.ts'
import type { Database } from '../database/database.ts'

/** A user as operators see one; contains no credentials. */
export type FoundUser = Readonly<{
  id: UserId
  email: string
  emailVerifiedAt: Date | null
  phone: string | null
  language: string
  bind2FA: boolean
  identityStatus: string
  suspendedAt: Date | null
  suspensionReason: string | null
  withdrawLockedUntil: Date | null
  createdAt: Date
}>

export type UserSearch = Readonly<{
  /** The beginning of an address, a whole phone number, or a user's id. */
  text: string | null
  suspended: boolean | null
}>

const selectFound = (db: Database['read']) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'email_verified_at as emailVerifiedAt',
      'phone',
      'language',
      'bind_2fa as bind2FA',
      'identity_status as identityStatus',
      'suspended_at as suspendedAt',
      'suspension_reason as suspensionReason',
      'withdraw_locked_until as withdrawLockedUntil',
      'created_at as createdAt',
    ])

/** Finds users, newest first. */
export async function searchUsers(
  db: Pick<Database, 'read'>,
  { text, suspended }: UserSearch,
  page: Readonly<{ limit: number; offset: number }>,
): Promise<readonly FoundUser[]> {
  let query = selectFound(db.read)
  if (text !== null) {
    query = query.where(
      sql<boolean>`(starts_with(email, ${text.toLowerCase()}) or phone = ${text}
                    or id::text = ${text})`,
    )
  }
  if (suspended !== null) query = query.where('suspended_at', suspended ? 'is not' : 'is', null)
  const rows = await query.orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute()
  return rows.map((row) => ({ ...row, id: userId(row.id) }))
}

export async function findUserDetails(
  db: Pick<Database, 'read'>,
  id: UserId,
): Promise<FoundUser | null> {
  const row = await selectFound(db.read).where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : { ...row, id: userId(row.id) }
}
