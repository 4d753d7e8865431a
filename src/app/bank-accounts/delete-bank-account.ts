import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { userBankAddressId } from './bank-account-contracts.ts'
import { deleteBankAccountRow } from './bank-accounts.sql.ts'

export const DeleteBankAccount = z.object({ id: userBankAddressId })

export async function deleteBankAccount(
  ctx: Pick<Context, 'db' | 'random'>,
  { id: account }: z.output<typeof DeleteBankAccount>,
  { id }: Caller,
): Promise<void> {
  const deleted = await ctx.db.inTransaction(async (tx) => {
    const found = await deleteBankAccountRow(tx, id, account)
    if (found) enqueueAll(tx, [accountMail(ctx, 'bank-account-changed', id)])
    return found
  })
  if (!deleted) refuse('api.bank_not_found')
}
