import { sql } from 'kysely'
import type { CursorRequest } from '../../base/values/cursor.ts'
import type { UserId } from '../../base/values/ids.ts'
import { toE164 } from '../../base/values/phone.ts'
import type { Database } from '../database/database.ts'
import { afterCursor } from '../database/partitions/page-query.ts'

export type UserSearch = Readonly<{
  /** The beginning of an address, a whole phone number, or a user's id. */
  text: string | null
  /** Users whom the text names. */
  named: readonly UserId[]
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
      'suspended_by_service as suspendedByService',
      'withdraw_locked_until as withdrawLockedUntil',
      'created_at as createdAt',
    ])

/** A user as operators see one; contains no credentials. */
export type FoundUser = Awaited<ReturnType<ReturnType<typeof selectFound>['execute']>>[number]

/** The number as users bind it, if the text is an Indonesian one as people write it. */
const phoneIn = (text: string): string | null =>
  toE164({ phone: text, countryCode: 'ID', dialCode: '62' })

const userNumber = /^[1-9][0-9]{0,14}$/

/** If more addresses have the same beginning, a search finds the first ones in their own order. */
const mostAddresses = 5_000

/** Finds users, newest first by default. Each way to find one has its index. */
export async function searchUsers(
  db: Pick<Database, 'read'>,
  { text, named, suspended }: UserSearch,
  page: CursorRequest,
): Promise<readonly FoundUser[]> {
  let query = selectFound(db.read)
  if (text !== null) query = query.where(matchOf(text, named))
  if (suspended !== null) query = query.where('suspended_at', suspended ? 'is not' : 'is', null)
  return afterCursor(query, 'id', page).execute()
}

const matchOf = (text: string, named: readonly UserId[]) => {
  const begins = text.toLowerCase()
  const id = userNumber.test(text) ? sql`${text}::bigint` : sql`null::bigint`
  return sql<boolean>`users.id = any (array(
    select ${id}
    union all select unnest(${named}::bigint[])
    union all select u.id from users u where u.phone in (${text}, ${phoneIn(text)})
    union all (
      select u.id from users u
      where u.email ~>=~ ${begins} and u.email ~<~ ${`${begins}\u{10ffff}`}
      order by u.email using ~<~ limit ${mostAddresses})))`
}

export async function findUserDetails(
  db: Pick<Database, 'read'>,
  id: UserId,
): Promise<FoundUser | null> {
  const row = await selectFound(db.read).where('id', '=', id).executeTakeFirst()
  return row ?? null
}
