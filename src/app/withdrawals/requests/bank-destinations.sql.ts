import type { UserId } from '../../../base/values/ids.ts'
import type { Database } from '../../../core/database/database.ts'

/** A user's bank account as the user entered it. */
export type PayoutDestination = Readonly<{
  id: number
  bankId: string
  bankName: string
  accountNumber: string
  owner: string
  /** When number, bank and owner last changed. */
  changedAt: Date
}>

export async function findBankAccount(
  db: Pick<Database, 'read'>,
  user: UserId,
  id: number,
): Promise<PayoutDestination | null> {
  const row = await db.read
    .selectFrom('bank_accounts')
    .where('id', '=', id)
    .where('user_id', '=', user)
    .select([
      'id',
      'bank_id as bankId',
      'bank_name as bankName',
      'account as accountNumber',
      'bank_owner as owner',
      'changed_at as changedAt',
    ])
    .executeTakeFirst()
  return row ?? null
}
