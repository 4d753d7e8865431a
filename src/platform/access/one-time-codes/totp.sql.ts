import { sql } from 'kysely'
import type { UserId } from '../../../base/values/ids.ts'
import { type Reader, sendSql, type Tx } from '../../../core/database/database.ts'
import { insertRows } from '../../../core/database/driver/insert.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../../core/database/driver/rows.ts'
import { dropLeftRecoveryCodes, dropRecoveryCodes } from './recovery-codes.sql.ts'

/** A user's sealed secret, with the database's time, which all nodes share. */
export type StoredTotp = Readonly<{
  sealedSecret: string
  /** The last step that was used. */
  lastStep: number
  epochSeconds: number
}>

export async function findTotp(db: Reader, user: UserId): Promise<StoredTotp | null> {
  const found = await db
    .selectFrom('totp_secrets')
    .where('user_id', '=', user)
    .select([
      'sealed_secret as sealedSecret',
      'last_step as lastStep',
      sql<number>`floor(extract(epoch from clock_timestamp()))::bigint`.as('epochSeconds'),
    ])
    .executeTakeFirst()
  return found ?? null
}

/** The last step whose code a secret that is made now must not accept; apps may be one behind. */
const stepBeforeNow = sql<number>`floor(extract(epoch from clock_timestamp()) / 30)::bigint - 2`

/** Stores a user's first secret; keeps an existing one. */
export async function insertTotp(tx: Tx, user: UserId, sealedSecret: string): Promise<void> {
  const record = { user_id: user, sealed_secret: sealedSecret }
  const computed = { last_step: stepBeforeNow }
  await insertRows(tx, 'totp_secrets', [record], { computed, unique: ['user_id'] })
}

/** Replaces a secret that was not used since it was read. */
export async function renewTotp(
  tx: Tx,
  user: UserId,
  { sealedSecret, lastStep }: Pick<StoredTotp, 'sealedSecret' | 'lastStep'>,
  renewed: string,
): Promise<void> {
  await tx
    .updateTable('totp_secrets')
    .set({ sealed_secret: renewed, last_step: stepBeforeNow })
    .where('user_id', '=', user)
    .where('sealed_secret', '=', sealedSecret)
    .where('last_step', '=', lastStep)
    .execute()
}

/** Replaces the secret. The last used step is kept, and recovery codes go. */
export async function replaceTotp(tx: Tx, user: UserId, sealedSecret: string): Promise<void> {
  await tx
    .updateTable('totp_secrets')
    .set({ sealed_secret: sealedSecret })
    .where('user_id', '=', user)
    .execute()
  await dropRecoveryCodes(tx, user)
}

/**
 * Deletes the secret of a user without a bound second factor, so that a secret shown to a thief
 * cannot be bound later, and its recovery codes. The caller must have locked the user's row.
 */
export async function dropUnboundTotp(tx: Tx, user: UserId): Promise<void> {
  const bound = tx
    .selectFrom('users')
    .where('id', '=', user)
    .where('bind_2fa', '=', true)
    .select('id')
  await tx
    .deleteFrom('totp_secrets')
    .where('user_id', '=', user)
    .where(({ not, exists }) => not(exists(bound)))
    .execute()
  await dropLeftRecoveryCodes(tx, user)
}

/**
 * Consumes a step of the secret that was compared; returns false if this or a later step was used
 * already.
 */
export async function useStep(
  tx: Tx,
  user: UserId,
  { sealedSecret, step }: Readonly<{ sealedSecret: string; step: number }>,
): Promise<boolean> {
  const used = await tx
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', user)
    .where('sealed_secret', '=', sealedSecret)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** Locks these users' authenticator secrets and returns the last used step of each. */
export async function lockLastSteps(
  tx: Tx,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, Readonly<{ sealedSecret: string; lastStep: number }>>> {
  if (users.length === 0) return new Map()
  const found = await readRows(tx, { user: 'userId', sealedSecret: 'text', lastStep: 'bigint' })`
    select user_id as "user", sealed_secret as "sealedSecret", last_step as "lastStep"
    from totp_secrets where user_id = any(${users}) order by user_id for update`
  return new Map(found.map(({ user, ...rest }) => [user, rest]))
}

/** Consumes a step of each secret; the transaction must have locked them. */
export function useSteps(tx: Tx, steps: readonly Readonly<{ user: UserId; step: number }>[]): void {
  if (steps.length === 0) return
  const rows = rowsOf(steps, { user: 'userId', step: 'bigint' })
  sendSql(tx)`
    update totp_secrets s set last_step = t.step
    from ${rows} where s.user_id = t."user"`
}
