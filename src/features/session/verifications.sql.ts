import { sql } from 'kysely'
import type { UserId } from '../../base/ids.ts'
import type { Tx } from '../../database/database.ts'

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

/** Uses up a link: true when it was there and alive. The user's other links die with it. */
export async function spendVerification(tx: Tx, user: UserId, digest: Buffer): Promise<boolean> {
  const found = await sql<{ alive: boolean; ours: boolean }>`
    delete from email_verifications where user_id = ${user}
    returning expires_at > now() as alive, digest = ${digest} as ours`.execute(tx)
  return found.rows.some(({ alive, ours }) => alive && ours)
}
