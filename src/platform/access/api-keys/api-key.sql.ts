import { sql } from 'kysely'
import type { UserId } from '../../../base/values/ids.ts'
import type { Database, Reader, Tx } from '../../../core/database/database.ts'
import { deleteInSteps } from '../../../core/database/driver/delete-in-steps.sql.ts'
import { countRows } from '../../../core/database/partitions/page-query.ts'
import { onNewDevice } from '../sessions/devices.sql.ts'
import type { Bearer } from '../sessions/tokens.sql.ts'
import type { KeyPermission, KeyRights } from './api-key.rules.ts'

/** A key pair as stored: a keyed digest, the masked key, and the sealed secret. */
export type StoredPair = Readonly<{ digest: Buffer; maskedKey: string; sealedSecret: string }>

const columns = [
  'id',
  'name',
  'masked_key as maskedKey',
  'permissions',
  'ips',
  'suspended_at as suspendedAt',
  /** From when it may withdraw, if not yet. */
  sql<Date | null>`case when withdraws_from > now() then withdraws_from end`.as('withdrawsFrom'),
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

/** The permissions of a key that is issued, and after how long a right to withdraw begins. */
type IssuedRights = Readonly<{
  permissions: readonly KeyPermission[]
  withdrawsAfterSeconds: number
}>

const withdrawsFrom = ({ permissions, withdrawsAfterSeconds }: IssuedRights) =>
  permissions.includes('withdraw') && withdrawsAfterSeconds > 0
    ? sql<Date>`now() + make_interval(secs => ${withdrawsAfterSeconds})`
    : null

/**
 * Inserts a key. The caller must have locked the owner with `lockOwner`, so that concurrent
 * requests cannot exceed the maximum number of keys.
 */
export async function insertApiKey(
  tx: Tx,
  owner: UserId,
  key: IssuedRights & Readonly<{ name: string; ips: readonly string[] }>,
  pair: StoredPair,
): Promise<ApiKey> {
  return tx
    .insertInto('api_keys')
    .values({
      user_id: owner,
      name: key.name,
      permissions: [...key.permissions],
      ips: [...key.ips],
      withdraws_from: withdrawsFrom(key),
      key_digest: pair.digest,
      masked_key: pair.maskedKey,
      sealed_secret: pair.sealedSecret,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export type LockedOwner = Readonly<{
  suspended: boolean
  bind2FA: boolean
  /** Whether an authenticator is bound and no longer provisional. */
  counts2FA: boolean
  /** Whether a live session is on a device that is new within a day, and the account is not. */
  newDevice: boolean
}>

/**
 * Locks the owner's row, so that changes to one user's keys are serialized. Returns the state that
 * decides whether the change is allowed.
 */
export async function lockOwner(tx: Tx, owner: UserId): Promise<LockedOwner> {
  const row = await tx
    .selectFrom('users as u')
    .where('id', '=', owner)
    .select([
      'suspended_at',
      'bind_2fa as bind2FA',
      sql<boolean>`bind_2fa and coalesce(twofa_provisional_until <= now(), true)`.as('counts2FA'),
      onNewDevice.as('newDevice'),
    ])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { suspended_at: suspendedAt, ...factor } = row
  return { suspended: suspendedAt !== null, ...factor }
}

export const countApiKeys = (db: Reader, owner: UserId): Promise<number> =>
  countRows(db.selectFrom('api_keys').where('user_id', '=', owner))

const sortColumns = { createdAt: 'created_at', updatedAt: 'updated_at', apiName: 'name' } as const
export type SortColumn = keyof typeof sortColumns

export async function listApiKeys(
  db: Pick<Database, 'read'>,
  owner: UserId,
  page: Readonly<{ limit: number; offset: number; sortBy: SortColumn; sort: 'asc' | 'desc' }>,
) {
  return db.read
    .selectFrom('api_keys')
    .where('user_id', '=', owner)
    .select(columns)
    .orderBy(sortColumns[page.sortBy], page.sort)
    .orderBy('id', page.sort)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export type ApiKey = Readonly<Awaited<ReturnType<typeof listApiKeys>>[number]>

/** Identifies a key of a user: its number and its digest. */
export type Named = Readonly<{ owner: UserId; id: number; digest: Buffer }>

export type Editable = KeyRights &
  Readonly<{ version: number; digest: Buffer; sealedSecret: string }>

/** Returns the key with its current permissions: none while it is suspended. */
export async function findEditable(db: Reader, named: Named): Promise<Editable | null> {
  const row = await db
    .selectFrom('api_keys')
    .where('id', '=', named.id)
    .where('user_id', '=', named.owner)
    .where('key_digest', '=', named.digest)
    .select([
      'version',
      'key_digest as digest',
      'sealed_secret as sealedSecret',
      'permissions',
      'ips',
      'suspended_at as suspendedAt',
    ])
    .executeTakeFirst()
  if (row === undefined) return null
  const { suspendedAt, permissions, ...key } = row
  return { ...key, permissions: suspendedAt === null ? permissions : [] }
}

/** Replaces a key's pair; returns null if the key has changed since it was read. */
export async function replacePair(
  tx: Tx,
  named: Named,
  version: number,
  change: IssuedRights & Readonly<{ ips: readonly string[] | undefined }>,
  pair: StoredPair,
): Promise<(ApiKey & Readonly<{ version: number }>) | null> {
  const row = await tx
    .updateTable('api_keys')
    .set(({ ref }) => ({
      key_digest: pair.digest,
      former_digest: ref('key_digest'),
      masked_key: pair.maskedKey,
      sealed_secret: pair.sealedSecret,
      permissions: [...change.permissions],
      withdraws_from: withdrawsFrom(change),
      ...(change.ips === undefined ? {} : { ips: [...change.ips] }),
      version: version + 1,
      suspended_at: null,
      updated_at: sql<Date>`now()`,
    }))
    .where('id', '=', named.id)
    .where('user_id', '=', named.owner)
    .where('key_digest', '=', named.digest)
    .where('version', '=', version)
    .returning([...columns, 'version'])
    .executeTakeFirst()
  return row ?? null
}

/**
 * Deletes a key by its current pair, or by the pair its last edit replaced. Returns false if there
 * is no such key.
 */
export async function deleteApiKey(tx: Tx, named: Named): Promise<boolean> {
  const result = await tx
    .deleteFrom('api_keys')
    .where('id', '=', named.id)
    .where('user_id', '=', named.owner)
    .where(({ or, eb }) =>
      or([eb('key_digest', '=', named.digest), eb('former_digest', '=', named.digest)]),
    )
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Deletes a key of a user, whatever its pair. */
export async function deleteApiKeyById(tx: Tx, owner: UserId, id: number): Promise<void> {
  await tx.deleteFrom('api_keys').where('id', '=', id).where('user_id', '=', owner).execute()
}

/**
 * Deletes all API keys of a user. If the same transaction suspends the user, suspend first: a
 * concurrent key creation then either waits and is refused, or has inserted the key that is deleted
 * here.
 */
export async function deleteAllApiKeys(tx: Tx, owner: UserId): Promise<void> {
  await tx.deleteFrom('api_keys').where('user_id', '=', owner).execute()
}

/**
 * Suspends every key of a user that can do more than read, until the user edits it. Lock the user's
 * row first: a concurrent edit then either waits and is refused with its session, or has written
 * the key that is suspended here.
 */
export async function suspendMovingKeys(tx: Tx, owner: UserId): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ suspended_at: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('user_id', '=', owner)
    .where('suspended_at', 'is', null)
    .where(sql<boolean>`not permissions <@ array['read']`)
    .execute()
}

export type KeyHolder = Readonly<{
  holder: Bearer
  digest: Buffer
  sealedSecret: string
  /** Empty while the key is suspended; without `withdraw` until the key may withdraw. */
  permissions: readonly string[]
  ips: readonly string[]
}>

/** Returns the key with this digest and its holder; read from the database on every request. */
export async function findKeyHolder(
  db: Pick<Database, 'read'>,
  digest: Buffer,
): Promise<KeyHolder | null> {
  const row = await db.read
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .where('api_keys.key_digest', '=', digest)
    .select([
      'users.id',
      'users.email',
      'users.email_verified_at',
      'users.suspended_at',
      'api_keys.key_digest',
      'api_keys.sealed_secret',
      sql<string[]>`case
        when api_keys.suspended_at is not null then '{}'
        when api_keys.withdraws_from > now() then array_remove(api_keys.permissions, 'withdraw')
        else api_keys.permissions end`.as('permissions'),
      'api_keys.ips',
    ])
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    holder: {
      id: row.id,
      email: row.email,
      emailVerified: row.email_verified_at !== null,
      suspended: row.suspended_at !== null,
    },
    digest: row.key_digest,
    sealedSecret: row.sealed_secret,
    permissions: row.permissions,
    ips: row.ips,
  }
}

/** Marks a signature as used, on every node; returns false if it was used before. */
export async function useSignature(
  db: Pick<Database, 'read'>,
  signature: Buffer,
  keptSeconds: number,
): Promise<boolean> {
  const result = await db.read
    .insertInto('api_key_signatures')
    .values({
      signature,
      expires_at: sql<Date>`now() + make_interval(secs => ${keptSeconds})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Deletes expired signatures; their timestamps are outside the accepted window anyway. */
export const deleteExpiredSignatures = (db: Pick<Database, 'read'>): Promise<number> =>
  deleteInSteps(db, 'api_key_signatures', sql`expires_at < now()`)
