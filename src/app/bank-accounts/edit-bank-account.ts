import type { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { BankAccountFields, userBankAddressId } from './bank-account-contracts.ts'
import { type BankAccount, updateBankAccount } from './bank-accounts.sql.ts'

export const EditBankAccount = BankAccountFields.extend({ userBankAddressId })

export async function editBankAccount(
  ctx: Pick<Context, 'db' | 'random'>,
  input: z.output<typeof EditBankAccount>,
  { id }: Caller,
): Promise<BankAccount> {
  const edited = await ctx.db.inTransaction(async (tx) => {
    const account = await updateBankAccount(tx, id, input)
    if (account !== null) enqueueAll(tx, [accountMail(ctx, 'bank-account-changed', id)])
    return account
  })
  return edited ?? refuse('api.bank_not_found')
}
