import { sql } from 'kysely'
import type { UserId } from '../../../base/values/ids.ts'
import type { Database, Tx } from '../../../core/database/database.ts'
import { columnsOf, readRows } from '../../../core/database/driver/read-rows.ts'
import { deletePushTokensOfSession } from '../../../core/outbox/push-tokens.sql.ts'
import { forgetDevicesOf } from './devices.sql.ts'
import { sessionLimits } from './session-limits.ts'
import { revokeOtherFamilies } from './tokens.sql.ts'

const sessionColumns = columnsOf({
  id: 'bigint',
  /**
   * The device's name and the IP address of its sign-in; null if the session began before these
   * were recorded.
   */
  device: 'text?',
  ip: 'text?',
  createdAt: 'timestamptz',
  lastUsedAt: 'timestamptz',
  /** Whether it is the session of the request. */
  current: 'boolean',
})

/**
 * Lists a user's live sessions: the current one first, then the newest. `digest` is that of the
 * request's access token.
 */
export async function findSessions(db: Pick<Database, 'read'>, user: UserId, digest: Buffer) {
  return readRows(db.read, sessionColumns)`
    select f.id, f.device_name as device, f.ip, f.created_at as "createdAt",
      f.refreshed_at as "lastUsedAt",
      exists (
        select from access_tokens t where t.digest = ${digest} and t.family_id = f.id
      ) as current
    from session_families f
    where f.user_id = ${user} and f.revoked_at is null and f.expires_at > now()
    order by current desc, f.id desc limit ${sessionLimits.listed}`
}

/**
 * Ends a session, and deletes its device and its push tokens. Returns whether the session was live.
 * The family is updated first: a concurrent refresh has committed by then, and its access token is
 * deleted too.
 */
export async function revokeSession(
  tx: Tx,
  { id, user = null }: Readonly<{ id: number; user?: UserId | null }>,
): Promise<boolean> {
  const found = await readRows(tx, { id: 'bigint' })`
    update session_families set revoked_at = now()
    where id = ${id} and revoked_at is null and expires_at > now()
      and (${user}::bigint is null or user_id = ${user})
    returning id`
  if (found.length === 0) return false
  await tx.deleteFrom('access_tokens').where('family_id', '=', id).execute()
  await forgetDevicesOf(tx, [id])
  await deletePushTokensOfSession(tx, id)
  return true
}

/** Ends every session of a user except that of this access token; only its device stays known. */
export async function endOtherSessionsOf(tx: Tx, user: UserId, digest: Buffer): Promise<void> {
  await revokeOtherFamilies(tx, user, digest)
  await sql`
    delete from devices where user_id = ${user} and digest is distinct from (
      select f.device from session_families f join access_tokens t on t.family_id = f.id
      where t.digest = ${digest})`.execute(tx)
}
