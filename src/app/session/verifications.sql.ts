import { sql } from 'kysely'
import type { UserId } from '../../base/values/ids.ts'
import type { Database, Tx } from '../../core/database/database.ts'
import { deleteInSteps } from '../../core/database/driver/delete-in-steps.sql.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'

export async function insertVerification(
  tx: Tx,
  user: UserId,
  digest: Buffer,
  ttlSeconds: number,
): Promise<void> {
  await tx
    .insertInto('email_verifications')
    .values({
      digest,
      user_id: user,
      expires_at: sql<Date>`now() + make_interval(secs => ${ttlSeconds})`,
    })
    .execute()
}

/**
 * Consumes a link; returns true if it existed and had not expired. A valid link invalidates the
 * user's other links; an expired one leaves newer links valid.
 */
export async function spendVerification(tx: Tx, user: UserId, digest: Buffer): Promise<boolean> {
  const found = await readRows(tx, { alive: 'boolean' })`
    delete from email_verifications where digest = ${digest} and user_id = ${user}
    returning expires_at > now() as alive`
  if (found[0]?.alive !== true) return false
  await tx.deleteFrom('email_verifications').where('user_id', '=', user).execute()
  return true
}

export const deleteExpiredVerifications = (db: Pick<Database, 'read'>): Promise<number> =>
  deleteInSteps(db, 'email_verifications', sql`expires_at < now()`)
