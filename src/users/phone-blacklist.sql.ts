import type { Database } from '../database/database.ts'

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

/** Keeps a phone from being bound until an operator lifts it; the first reason stays. */
export async function blacklistPhone(
  db: Pick<Database, 'read'>,
  phone: string,
  reason: string,
): Promise<void> {
  await db.read
    .insertInto('phone_blacklist')
    .values({ phone, reason })
    .onConflict((conflict) => conflict.column('phone').doNothing())
    .execute()
}
