import { sql } from 'kysely'
import type { OperatorId } from '../../base/values/ids.ts'
import type { Reader, Tx } from '../database/database.ts'

/** The secret in use, or the one that waits for its first code. */
export type OperatorSecret = 'bound' | 'offered'

const columns = { bound: 'totp_secret', offered: 'totp_offered' } as const

/** Returns a sealed secret with its last used step and the database's time. */
export async function findOperatorTotp(
  db: Reader,
  operator: OperatorId,
  secret: OperatorSecret,
): Promise<Readonly<{ sealedSecret: string; lastStep: number; epochSeconds: number }> | null> {
  const found = await db
    .selectFrom('operators')
    .where('id', '=', operator)
    .where(columns[secret], 'is not', null)
    .select([
      sql<string>`${sql.ref(columns[secret])}`.as('sealedSecret'),
      'totp_last_step as lastStep',
      sql<number>`floor(extract(epoch from clock_timestamp()))::bigint`.as('epochSeconds'),
    ])
    .executeTakeFirst()
  return found ?? null
}

/** Stores an offered secret until its first code confirms it; the bound secret stays in use. */
export async function offerSecret(tx: Tx, operator: OperatorId, sealed: string): Promise<void> {
  await tx
    .updateTable('operators')
    .set({ totp_offered: sealed })
    .where('id', '=', operator)
    .execute()
}

/** Consumes a step of the compared secret; returns false if this or a later step was used. */
export async function spendOperatorStep(
  tx: Tx,
  operator: OperatorId,
  secret: OperatorSecret,
  { sealedSecret, step }: Readonly<{ sealedSecret: string; step: number }>,
): Promise<boolean> {
  const used = await tx
    .updateTable('operators')
    .set({ totp_last_step: step })
    .where('id', '=', operator)
    .where(columns[secret], '=', sealedSecret)
    .where('totp_last_step', '<', step)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

export async function bindOffered(tx: Tx, operator: OperatorId): Promise<void> {
  await sql`
    update operators set totp_secret = totp_offered, totp_offered = null
    where id = ${operator} and totp_offered is not null`.execute(tx)
}

/** Deletes both secrets of an operator who lost the app. */
export async function clearTotp(tx: Tx, operator: OperatorId): Promise<void> {
  await tx
    .updateTable('operators')
    .set({ totp_secret: null, totp_offered: null })
    .where('id', '=', operator)
    .execute()
}
