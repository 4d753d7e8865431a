import { sql } from 'kysely'
import type { UserId } from '../../base/ids.ts'
import type { Database, Tx } from '../../database/database.ts'

/** A user's sealed secret, and the database's time, which all nodes share. */
export type StoredTotp = Readonly<{
  sealedSecret: string
  /** The last one that was used. */
  lastStep: number
  epochSeconds: number
}>

export async function findTotp(
  db: Database['read'] | Tx,
  user: UserId,
): Promise<StoredTotp | null> {
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

/** Stores the first secret of a user; one that is there stays. */
export async function insertTotp(tx: Tx, user: UserId, sealedSecret: string): Promise<void> {
  await tx
    .insertInto('totp_secrets')
    .values({ user_id: user, sealed_secret: sealedSecret })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}

/** Replaces the secret. What steps were used stays known. */
export async function replaceTotp(tx: Tx, user: UserId, sealedSecret: string): Promise<void> {
  await tx
    .updateTable('totp_secrets')
    .set({ sealed_secret: sealedSecret })
    .where('user_id', '=', user)
    .execute()
}

/**
 * Forgets the secret of a user who has bound no second factor, whose row in `users` is held: what a
 * thief was shown must not be bound later.
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
}

/** Uses up a step of the secret that was compared; false when it, or a later one, was used. */
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
