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

/** Keeps a secret until its first code proves that an app has it; the one in use stays in use. */
export async function offerSecret(tx: Tx, operator: OperatorId, sealed: string): Promise<void> {
  await tx
    .updateTable('operators')
    .set({ totp_offered: sealed })
    .where('id', '=', operator)
    .execute()
}

type Spent = Readonly<{ secret: 'bound' | 'offered'; sealed: string; step: number }>

/** Uses up a step of the secret that was compared; false when it, or a later one, was used. */
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

/** The offered secret takes the place of the one in use. */
export async function bindOffered(tx: Tx, operator: OperatorId): Promise<void> {
  await sql`
    update operators set totp_secret = totp_offered, totp_offered = null
    where id = ${operator} and totp_offered is not null`.execute(tx)
}

/** Takes both secrets away, from somebody who lost the app. */
export async function clearTotp(tx: Tx, operator: OperatorId): Promise<void> {
  await tx
    .updateTable('operators')
    .set({ totp_secret: null, totp_offered: null })
    .where('id', '=', operator)
    .execute()
}
