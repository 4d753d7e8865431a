import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '../../../base/values/ids.ts'
import type { Database, Tx } from '../../../core/database/database.ts'
import { batchReads } from '../../../core/database/driver/batched.ts'
import { deleteInSteps } from '../../../core/database/driver/delete-in-steps.sql.ts'
import { insertRows } from '../../../core/database/driver/insert.ts'
import { columnsOf, type RowOf, readRows } from '../../../core/database/driver/read-rows.ts'
import {
  deletePushTokensExceptOf,
  deletePushTokensOf,
  deletePushTokensOfSession,
} from '../../../core/outbox/push-tokens.sql.ts'
import { forgetDevices, forgetDevicesOf } from './devices.sql.ts'
import { expiredFamilyLimits } from './session-limits.ts'

export type Family = Readonly<{
  id: number
  user: UserId
  seed: Buffer
  generation: number
  expiresAt: Date
  revoked: boolean
  /** Whether the last refresh is recent enough for its spent token to get the same successor. */
  justRefreshed: boolean
}>

export async function insertFamily(
  tx: Tx,
  user: UserId,
  {
    seed,
    device,
    ttlSeconds,
  }: Readonly<{
    seed: Buffer
    device: Readonly<{ digest: Buffer; name: string; ip: string }>
    ttlSeconds: number
  }>,
): Promise<Family & Readonly<{ createdAt: Date }>> {
  const row = await tx
    .insertInto('session_families')
    .values({
      user_id: user,
      seed,
      device: device.digest,
      device_name: device.name,
      ip: device.ip,
      expires_at: sql<Date>`now() + make_interval(secs => ${ttlSeconds})`,
    })
    .returning(['id', 'created_at', 'expires_at'])
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    user,
    seed,
    generation: 0,
    expiresAt: row.expires_at,
    revoked: false,
    justRefreshed: true,
    createdAt: row.created_at,
  }
}

/** Locks the family of a refresh token; returns it with the token's generation. */
export async function lockFamilyOf(
  tx: Tx,
  digest: Buffer,
  graceSeconds: number,
): Promise<Readonly<{ family: Family; generation: number; expired: boolean }> | null> {
  const found = await readRows(tx, {
    id: 'bigint',
    user: 'userId',
    seed: 'bytea',
    generation: 'bigint',
    expiresAt: 'timestamptz',
    revoked: 'boolean',
    justRefreshed: 'boolean',
    tokenGeneration: 'bigint',
    expired: 'boolean',
  })`
    select f.id, f.user_id as "user", f.seed, f.generation, f.expires_at as "expiresAt",
           f.revoked_at is not null as revoked,
           f.refreshed_at > now() - make_interval(secs => ${graceSeconds}) as "justRefreshed",
           r.generation as "tokenGeneration", r.expires_at <= now() as expired
    from refresh_tokens r join session_families f on f.id = r.family_id
    where r.digest = ${digest} for update of f`
  const [row] = found
  if (row === undefined) return null
  const { tokenGeneration, expired, ...family } = row
  return { family, generation: tokenGeneration, expired }
}

export async function advanceFamily(tx: Tx, family: Family, generation: number): Promise<void> {
  await tx
    .updateTable('session_families')
    .set({ generation, refreshed_at: sql<Date>`now()` })
    .where('id', '=', family.id)
    .execute()
}

export async function insertRefreshToken(
  tx: Tx,
  digest: Buffer,
  family: Family,
  generation: number,
): Promise<void> {
  const record = { digest, family_id: family.id, generation, expires_at: family.expiresAt }
  await insertRows(tx, 'refresh_tokens', [record], { unique: ['digest'] })
}

/** Inserts an access token; returns its expiry by the database's clock. */
export async function insertAccessToken(
  tx: Tx,
  digest: Buffer,
  family: Family,
  ttlSeconds: number,
): Promise<Date> {
  const row = await tx
    .insertInto('access_tokens')
    .values({
      digest,
      family_id: family.id,
      user_id: family.user,
      expires_at: sql<Date>`now() + make_interval(secs => ${ttlSeconds})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return row.expires_at
}

/** Ends one session with all its tokens, and deletes its device and its push tokens. */
export async function revokeFamily(tx: Tx, family: Pick<Family, 'id'>): Promise<void> {
  await forgetDevicesOf(tx, [family.id])
  await tx.deleteFrom('access_tokens').where('family_id', '=', family.id).execute()
  await tx
    .updateTable('session_families')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', '=', family.id)
    .where('revoked_at', 'is', null)
    .execute()
  await deletePushTokensOfSession(tx, family.id)
}

/** Ends all sessions of a user, and deletes all devices. */
export async function revokeAllFamilies(tx: Tx, user: UserId): Promise<void> {
  await endLogins(tx, user)
  await forgetDevices(tx, user)
}

/**
 * Ends all sessions of a user, but keeps the devices. The families are updated first: their locks
 * wait for concurrent refreshes, whose new access tokens are then deleted too. Push tokens, which
 * may be those of another person's device, are deleted last: a registration locks its access
 * token, so a concurrent one has committed by then.
 */
export async function endLogins(tx: Tx, user: UserId): Promise<void> {
  await tx
    .updateTable('session_families')
    .set({ revoked_at: sql<Date>`now()` })
    .where('user_id', '=', user)
    .where('revoked_at', 'is', null)
    .execute()
  await tx.deleteFrom('access_tokens').where('user_id', '=', user).execute()
  await deletePushTokensOf(tx, user)
}

/** Ends all sessions of a user except that of this access token; keeps the devices. */
export async function revokeOtherFamilies(tx: Tx, user: UserId, digest: Buffer): Promise<void> {
  const kept = sql<number>`(select family_id from access_tokens where digest = ${digest})`
  await tx
    .updateTable('session_families')
    .set({ revoked_at: sql<Date>`now()` })
    .where('user_id', '=', user)
    .where('revoked_at', 'is', null)
    .where('id', 'is distinct from', kept)
    .execute()
  await tx
    .deleteFrom('access_tokens')
    .where('user_id', '=', user)
    .where('family_id', 'is distinct from', kept)
    .execute()
  await deletePushTokensExceptOf(tx, user, kept)
}

/**
 * Returns the session of a valid access token, or null, and locks the token: deleting it waits for
 * this transaction.
 */
export async function lockAccessToken(tx: Tx, digest: Buffer): Promise<number | null> {
  const row = await tx
    .selectFrom('access_tokens')
    .where('digest', '=', digest)
    .where('expires_at', '>', sql<Date>`now()`)
    .select('family_id as session')
    .forShare()
    .executeTakeFirst()
  return row?.session ?? null
}

/**
 * Deletes expired tokens and sessions. A program that refreshes all the time has a million refresh
 * tokens by then: too many to be deleted with their session, by one statement.
 */
export async function deleteExpiredTokens(db: Pick<Database, 'read'>): Promise<void> {
  const isExpired = sql`expires_at < now() - interval '1 day'`
  await deleteInSteps(db, 'access_tokens', sql`expires_at < now() - interval '1 hour'`)
  await deleteInSteps(
    db,
    'refresh_tokens',
    sql`family_id = any(array(select id from session_families where ${isExpired}))`,
  )
  await deleteInSteps(db, 'session_families', isExpired, expiredFamilyLimits.families)
}

const bearerColumns = columnsOf({
  id: 'userId',
  email: 'text',
  emailVerified: 'boolean',
  suspended: 'boolean',
})

export type Bearer = RowOf<typeof bearerColumns>

/**
 * Returns the holder of an access token, read on every request so that a logout takes effect at
 * once. Concurrent calls share one statement.
 */
export const findBearer: (db: Pick<Database, 'read'>, digest: Buffer) => Promise<Bearer | null> =
  batchReads(async (db, digests) => {
    const found = await readRows(db, { n: 'integer', ...bearerColumns })`
      select asked.n, u.id, u.email, u.email_verified_at is not null as "emailVerified",
             u.suspended_at is not null as suspended
      from ${numbered(digests)} as asked (digest, n)
      join access_tokens t on t.digest = asked.digest
      join users u on u.id = t.user_id
      where t.expires_at > now()`
    const byPlace = new Map(found.map(({ n, ...row }) => [n, row]))
    return digests.map((_, index) => byPlace.get(index + 1) ?? null)
  })

/**
 * The digests with their places from 1. For a single one, which is the most frequent case,
 * PostgreSQL keeps the plan. It plans an array anew each time, as it expects ten digests otherwise.
 */
const numbered = (digests: readonly Buffer[]): RawBuilder<unknown> =>
  digests.length === 1
    ? sql`(values (${digests[0]}::bytea, 1::bigint))`
    : sql`unnest(${digests}::bytea[]) with ordinality`
