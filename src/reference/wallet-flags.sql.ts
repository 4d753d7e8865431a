import { sql } from 'kysely'
import type { Database, Tx } from '../database/database.ts'

/** Stops withdrawals or deposits; an operator lets them go on. */
export async function deactivateWallet(tx: Tx, type: 'WD' | 'DEPO', reason: string): Promise<void> {
  await tx
    .updateTable('wallet_flags')
    .set({ value: 0, reason, updated_at: sql<Date>`now()` })
    .where('type', '=', type)
    .where('value', '=', 1)
    .execute()
}

export type WalletFlag = Readonly<{ value: number; reason: string | null }>

/** Sets a flag by hand, 1 being active; answers what it was. */
export async function setWalletFlag(
  tx: Tx,
  type: 'WD' | 'DEPO',
  { value, reason }: Readonly<{ value: number; reason: string }>,
): Promise<WalletFlag> {
  const before = await tx
    .selectFrom('wallet_flags')
    .where('type', '=', type)
    .select(['value', 'reason'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('wallet_flags')
    .set({ value, reason, updated_at: sql<Date>`now()` })
    .where('type', '=', type)
    .execute()
  return before
}

/** Whether withdrawals and deposits are active; null for a flag that is missing. */
export async function readWalletFlags(
  db: Pick<Database, 'read'>,
): Promise<Readonly<{ WD: boolean | null; DEPO: boolean | null }>> {
  const rows = await db.read.selectFrom('wallet_flags').select(['type', 'value']).execute()
  const active = (type: string) => {
    const row = rows.find((one) => one.type === type)
    return row === undefined ? null : row.value === 1
  }
  return { WD: active('WD'), DEPO: active('DEPO') }
}
