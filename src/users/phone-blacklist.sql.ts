import type { Database, Tx } from '../database/database.ts'

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

/** Prevents binding of a phone until an operator lifts it; keeps the first reason. */
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

export type BlacklistedPhone = Readonly<{ phone: string; reason: string; createdAt: Date }>

/** Lists blacklisted phones, newest first. */
export async function listBlacklistedPhones(
  db: Pick<Database, 'read'>,
  page: Readonly<{ limit: number; offset: number }>,
): Promise<readonly BlacklistedPhone[]> {
  return db.read
    .selectFrom('phone_blacklist')
    .select(['phone', 'reason', 'created_at as createdAt'])
    .orderBy('created_at', 'desc')
    .orderBy('phone')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function countBlacklistedPhones(db: Pick<Database, 'read'>): Promise<number> {
  const row = await db.read
    .selectFrom('phone_blacklist')
    .select(({ fn }) => fn.countAll<number>().as('phones'))
    .executeTakeFirstOrThrow()
  return row.phones
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
