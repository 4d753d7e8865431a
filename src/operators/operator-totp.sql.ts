import { sql } from 'kysely'
import type { OperatorId } from '../base/ids.ts'
import type { Database, Tx } from '../database/database.ts'

/** An operator's sealed secrets, and the database's time, which all nodes share. */
export type OperatorTotp = Readonly<{
  bound: string | null
  offered: string | null
  epochSeconds: number
}>

export async function findOperatorTotp(
  db: Pick<Database, 'read'>,
  operator: OperatorId,
): Promise<OperatorTotp | null> {
  const found = await db.read
    .selectFrom('operators')
    .where('id', '=', operator)
    .select([
      'totp_secret as bound',
      'totp_offered as offered',
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

type Spent = Readonly<{ secret: 'bound' | 'offered'; sealed: string; step: number }>

/** Consumes a step of the compared secret; returns false if this or a later step was used. */
export async function spendOperatorStep(
  tx: Tx,
  operator: OperatorId,
  { secret, sealed, step }: Spent,
): Promise<boolean> {
  const used = await tx
    .updateTable('operators')
    .set({ totp_last_step: step })
    .where('id', '=', operator)
    .where(secret === 'bound' ? 'totp_secret' : 'totp_offered', '=', sealed)
    .where('totp_last_step', '<', step)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** Replaces the bound secret by the offered one. */
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
