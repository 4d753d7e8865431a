import type { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { lockSession } from '../../platform/access/lock-session.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { BankAccountFields, userBankAddressId } from './bank-account-contracts.ts'
import { type BankAccount, updateBankAccount } from './bank-accounts.sql.ts'

export const EditBankAccount = BankAccountFields.extend({ userBankAddressId })

/** Changes a bank account; fails if the session has ended meanwhile. */
export async function editBankAccount(
  ctx: Pick<Context, 'db' | 'random'>,
  input: z.output<typeof EditBankAccount>,
  { id }: Caller,
  request: HttpRequest,
): Promise<BankAccount> {
  const edited = await ctx.db.inTransaction(async (tx) => {
    await lockSession(tx, request)
    const account = await updateBankAccount(tx, id, input)
    if (account !== null) enqueueAll(tx, [accountMail(ctx, 'bank-account-changed', id)])
    return account
  })
  return edited ?? refuse('api.bank_not_found')
}
