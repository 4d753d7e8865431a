import { sql } from 'kysely'
import type { UserId } from '../../base/values/ids.ts'
import type { Database, Tx } from '../../core/database/database.ts'
import { deleteInSteps } from '../../core/database/driver/delete-in-steps.sql.ts'
import { insertRows } from '../../core/database/driver/insert.ts'

/** Stores the token of a new link; invalidates the user's older one. */
export async function replaceReset(
  db: Pick<Database, 'read'>,
  user: UserId,
  digest: Buffer,
  ttlSeconds: number,
): Promise<void> {
  await insertRows(db.read, 'password_resets', [{ user_id: user, digest }], {
    computed: { expires_at: sql`now() + make_interval(secs => ${ttlSeconds})` },
    unique: ['user_id'],
    replace: {},
  })
}

export async function isResetAlive(
  db: Pick<Database, 'read'>,
  user: UserId,
  digest: Buffer,
): Promise<boolean> {
  const row = await db.read
    .selectFrom('password_resets')
    .where('user_id', '=', user)
    .where('digest', '=', digest)
    .where('expires_at', '>', sql<Date>`now()`)
    .select('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Consumes a token; of concurrent attempts only one returns true. */
export async function spendReset(tx: Tx, user: UserId, digest: Buffer): Promise<boolean> {
  const spent = await tx
    .deleteFrom('password_resets')
    .where('user_id', '=', user)
    .where('digest', '=', digest)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst()
  return spent !== undefined
}

export const deleteExpiredResets = (db: Pick<Database, 'read'>): Promise<number> =>
  deleteInSteps(db, 'password_resets', sql`expires_at < now()`)
