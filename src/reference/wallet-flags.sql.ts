import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'

/** Stops withdrawals or deposits; an operator lets them go on. */
export async function deactivateWallet(tx: Tx, type: 'WD' | 'DEPO', reason: string): Promise<void> {
  await tx
    .updateTable('wallet_flags')
    .set({ value: 0, reason, updated_at: sql<Date>`now()` })
    .where('type', '=', type)
    .where('value', '=', 1)
    .execute()
}
