import type { UserId } from '../../../base/values/ids.ts'
import type { Database } from '../../../core/database/database.ts'

/** A user's bank account as the user entered it. */
export type PayoutDestination = NonNullable<Awaited<ReturnType<typeof findBankAccount>>>

export async function findBankAccount(db: Pick<Database, 'read'>, user: UserId, id: number) {
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
      /** When number, bank and owner last changed. */
      'changed_at as changedAt',
    ])
    .executeTakeFirst()
  return row ?? null
}
