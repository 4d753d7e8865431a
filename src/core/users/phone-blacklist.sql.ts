import { sql } from 'kysely'
import type { CursorRequest } from '../../base/values/cursor.ts'
import type { Database, Tx } from '../database/database.ts'
import { insertRows } from '../database/driver/insert.ts'
import { readRows } from '../database/driver/read-rows.ts'

export async function isPhoneBlacklisted(
  db: Pick<Database, 'read'>,
  phone: string,
): Promise<boolean> {
  const row = await db.read
    .selectFrom('phone_blacklist')
    .where('phone', '=', phone)
    .select('phone')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Prevents binding of a phone until an operator lifts it. Keeps the first reason, and then returns
 * false.
 */
export async function blacklistPhone(
  db: Pick<Database, 'read'>,
  phone: string,
  reason: string,
): Promise<boolean> {
  const options = { unique: ['phone'], returning: ['phone'] } as const
  const inserted = await insertRows(db.read, 'phone_blacklist', [{ phone, reason }], options)
  return inserted.length === 1
}

/** Lists blacklisted phones, newest first by default; the cursor is a time and a phone. */
export function listBlacklistedPhones(
  db: Pick<Database, 'read'>,
  { limit, cursor, sort }: CursorRequest,
) {
  const [micros, digits] = cursor ?? []
  const [direction, beyond] = sort === 'desc' ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const after =
    micros === undefined
      ? sql`true`
      : sql`(created_at, phone) ${beyond}
          (to_timestamp(0) + ${`${micros} microseconds`}::interval, ${`+${digits ?? 0}`})`
  return readRows(db.read, {
    phone: 'text',
    reason: 'text',
    createdAt: 'timestamptz',
    micros: 'bigint',
  })`
    select phone, reason, created_at as "createdAt",
      (extract(epoch from created_at) * 1000000)::bigint as micros
    from phone_blacklist where ${after}
    order by created_at ${direction}, phone ${direction} limit ${limit + 1}`
}

/** Takes a phone off the blacklist; returns the reason it was on it, or null if it was not. */
export async function liftPhone(tx: Tx, phone: string): Promise<string | null> {
  const row = await tx
    .deleteFrom('phone_blacklist')
    .where('phone', '=', phone)
    .returning('reason')
    .executeTakeFirst()
  return row?.reason ?? null
}
