import { sql } from 'kysely'
import { sha256 } from '../base/crypto.ts'
import type { UserId } from '../base/ids.ts'
import { limits } from '../base/limits.ts'
import type { Database, Tx } from '../database/database.ts'

/** The devices of a user, those seen last first. */
export async function findPushTokens(
  db: Pick<Database, 'read'>,
  user: UserId,
): Promise<readonly string[]> {
  const found = await db.read
    .selectFrom('push_tokens')
    .where('user_id', '=', user)
    .select('token')
    .orderBy('seen_at', 'desc')
    .limit(limits.pushTokens.perUser)
    .execute()
  return found.map(({ token }) => token)
}

/**
 * Gives a device to a user: a token has one owner, the newest. Of a user's devices only those seen
 * last are kept.
 */
export async function savePushToken(tx: Tx, user: UserId, token: string): Promise<void> {
  await sql`
    insert into push_tokens (token, user_id) values (${token}, ${user})
    on conflict (digest) do update
    set user_id = excluded.user_id, seen_at = clock_timestamp()`.execute(tx)
  await sql`
    delete from push_tokens where digest in (
      select digest from push_tokens where user_id = ${user} and digest <> ${sha256(token)}
      order by seen_at desc, digest offset ${limits.pushTokens.perUser - 1})`.execute(tx)
}

export async function deletePushToken(db: Pick<Database, 'read'>, token: string): Promise<void> {
  await db.read.deleteFrom('push_tokens').where('digest', '=', sha256(token)).execute()
}

export async function deletePushTokensOf(db: Pick<Database, 'read'>, user: UserId): Promise<void> {
  await db.read.deleteFrom('push_tokens').where('user_id', '=', user).execute()
}
