import { sql } from 'kysely'
import type { CursorRequest } from '../../base/values/cursor.ts'
import type { UserId } from '../../base/values/ids.ts'
import type { Database } from '../../core/database/database.ts'
import { columnsOf, oneOfTexts, readRows } from '../../core/database/driver/read-rows.ts'
import { idsBetween } from '../../core/database/partitions/id-windows.ts'
import { afterId, eachIs } from '../../core/database/partitions/page-query.ts'
import type { TimeSpan } from '../../core/database/partitions/time-span.ts'

export const registrationStates = ['STARTED', 'UNKNOWN', 'PENDING', 'SUCCESS', 'FAILED'] as const

type IdentityFilter = Readonly<{
  user?: UserId | undefined
  status?: (typeof registrationStates)[number] | undefined
  undecided?: 'true' | undefined
}> &
  TimeSpan

const columns = columnsOf({
  id: 'bigint',
  userId: 'userId',
  email: 'text',
  status: oneOfTexts(...registrationStates),
  undecided: 'boolean',
  tries: 'smallint?',
  nextAt: 'timestamptz?',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
})

const selected = sql`
  h.id, h.user_id as "userId", u.email, h.status, r.user_id is not null as undecided, r.tries,
  r.next_at as "nextAt", h.created_at as "createdAt", h.updated_at as "updatedAt"`

/** Lists registrations, newest first by default. */
export async function listRegistrations(
  db: Pick<Database, 'read'>,
  { user, status, undecided, ...page }: IdentityFilter & CursorRequest,
) {
  const timed = { table: 'identity_histories', time: 'created_at' } as const
  const { since, until } = await idsBetween(db.read, timed, page)
  const { follows, ordered } = afterId('h.id', page)
  const matching = [follows, ...eachIs({ 'h.user_id': user, 'h.status': status })]
  // An undecided one is found from the few that there are.
  const join = undecided === undefined ? sql`left join` : sql`join`
  return readRows(db.read, columns)`
    select ${selected}
    from identity_histories h join users u on u.id = h.user_id
    ${join} identity_registrations r on r.history_id = h.id
    where h.service = 'REGISTRATION' and h.id >= ${since} and h.id < ${until}
      and ${sql.join(matching, sql` and `)}
    ${ordered}`
}

/** Returns a registration with its sealed parts and the pictures of its attempt, or null. */
export async function findRegistration(db: Pick<Database, 'read'>, id: number) {
  const found = await readRows(db.read, {
    ...columns,
    transactionId: 'text',
    sealedResponse: 'text?',
    cardTransactionId: 'text?',
    sealedCard: 'text?',
    cardPictures: 'text[]',
    facePictures: 'text[]',
  })`
    select ${selected}, h.transaction_id as "transactionId", h.sealed_response as "sealedResponse",
      card.transaction_id as "cardTransactionId", card.sealed_response as "sealedCard",
      coalesce(card.object_names, '{}') as "cardPictures",
      coalesce(face.object_names, '{}') as "facePictures"
    from identity_histories h join users u on u.id = h.user_id
    left join identity_registrations r on r.history_id = h.id
    left join identity_histories card on card.id = h.ocr_id
    left join lateral (
      select f.object_names from identity_histories f
      where f.user_id = h.user_id and f.service = 'LIVENESS' and f.ocr_id = h.ocr_id
        and f.id < h.id
      order by f.id desc limit 1
    ) face on true
    where h.id = ${id} and h.service = 'REGISTRATION'`
  return found[0] ?? null
}

/**
 * Finds other accounts of the same person: the one that the card's number verifies, and those that
 * alerts named beside this registration or this user.
 */
export const findDuplicates = (
  db: Pick<Database, 'read'>,
  { user, historyId, digest }: Readonly<{ user: UserId; historyId: number; digest: Buffer | null }>,
) =>
  readRows(db.read, {
    userId: 'userId',
    email: 'text',
    status: 'text',
    why: oneOfTexts('number', 'alert'),
  })`
    select u.id as "userId", u.email, u.identity_status as status, d.why
    from (
      select user_id as id, 'number' as why from identity_numbers
      where digest = ${digest}::bytea
      union
      select (data ->> 'otherUserId')::bigint, 'number' from operator_alerts
      where dedupe_key = ${`identity-duplicate:${historyId}`} and data ? 'otherUserId'
      union
      select (data ->> 'userId')::bigint, 'alert' from operator_alerts
      where kind = 'identity-duplicate' and data ->> 'otherUserId' = ${user.toString()}
    ) as d join users u on u.id = d.id
    where u.id <> ${user} order by u.id limit 100`
