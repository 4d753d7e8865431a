import { type RawBuilder, sql } from 'kysely'
import { sha256 } from '../../base/secrets/crypto.ts'
import type { UserId } from '../../base/values/ids.ts'
import type { Database, Reader, Tx } from '../database/database.ts'
import { insertRows } from '../database/driver/insert.ts'
import { readRows } from '../database/driver/read-rows.ts'
import { pushTokenLimits } from './message-limits.ts'

/** A user's device, named by the hex digest of its push token: tokens are not copied into jobs. */
export type Device = Readonly<{ user: UserId; digest: string }>

/** What notices to a user need: the language, and the devices by the digests of their tokens. */
export type NoticeReader = Readonly<{ language: string; devices: readonly string[] }>

/** Returns the readers of notices; each one's most recently seen device is first. */
export async function findReaders(
  tx: Tx,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, NoticeReader>> {
  if (users.length === 0) return new Map()
  const found = await readRows(tx, { user: 'userId', language: 'text', devices: 'text[]' })`
    select u.id as "user", u.language, array(
      select encode(digest, 'hex') from push_tokens where user_id = u.id
      order by seen_at desc limit ${pushTokenLimits.perUser}) as devices
    from users u where u.id = any(${users})`
  return new Map(found.map(({ user, ...reader }) => [user, reader]))
}

/** Returns a device's token; null if it no longer belongs to that user. */
export async function findPushToken(
  db: Pick<Database, 'read'>,
  { user, digest }: Device,
): Promise<string | null> {
  const found = await db.read
    .selectFrom('push_tokens')
    .where('digest', '=', Buffer.from(digest, 'hex'))
    .where('user_id', '=', user)
    .select('token')
    .executeTakeFirst()
  return found?.token ?? null
}

/**
 * Assigns a device to a user and a session: a token belongs to its latest user, and ends with its
 * latest session. Only a user's most recently seen devices are kept.
 */
export async function savePushToken(
  tx: Tx,
  user: UserId,
  token: string,
  session: number | null = null,
): Promise<void> {
  await insertRows(tx, 'push_tokens', [{ token, user_id: user, session_id: session }], {
    unique: ['digest'],
    replace: { seen_at: sql`clock_timestamp()` },
  })
  await sql`
    delete from push_tokens where digest in (
      select digest from push_tokens where user_id = ${user} and digest <> ${sha256(token)}
      order by seen_at desc, digest offset ${pushTokenLimits.perUser - 1})`.execute(tx)
}

export async function deletePushToken(db: Pick<Database, 'read'>, token: string): Promise<void> {
  await db.read.deleteFrom('push_tokens').where('digest', '=', sha256(token)).execute()
}

/** Deletes all push tokens of a user, so that no device gets the user's notices. */
export async function deletePushTokensOf(db: Reader, user: UserId): Promise<void> {
  await db.deleteFrom('push_tokens').where('user_id', '=', user).execute()
}

export async function deletePushTokensOfSession(tx: Tx, session: number): Promise<void> {
  await tx.deleteFrom('push_tokens').where('session_id', '=', session).execute()
}

/** Deletes the push tokens of a user that another session than this one registered. */
export async function deletePushTokensExceptOf(
  tx: Tx,
  user: UserId,
  session: RawBuilder<number>,
): Promise<void> {
  await tx
    .deleteFrom('push_tokens')
    .where('user_id', '=', user)
    .where('session_id', 'is distinct from', session)
    .execute()
}
