import type { z } from 'zod'
import type { Caller } from '../../access/signed-in.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { accountMail } from '../../outbox/account-mail.ts'
import { enqueueAll } from '../../outbox/enqueue.ts'
import { BankAccountFields } from './bank-account-contracts.ts'
import { type BankAccount, insertBankAccount } from './bank-accounts.sql.ts'

export const AddBankAccount = BankAccountFields

export async function addBankAccount(
  ctx: Pick<Context, 'db' | 'random'>,
  input: z.output<typeof AddBankAccount>,
  { id }: Caller,
): Promise<BankAccount> {
  const added = await ctx.db.inTransaction(async (tx) => {
    const account = await insertBankAccount(tx, id, input)
    if (account !== null) enqueueAll(tx, [accountMail(ctx, 'bank-account-changed', id)])
    return account
  })
  return added ?? refuse('api.bank_limit')
}
