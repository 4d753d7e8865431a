import type { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { lockSession } from '../../platform/access/lock-session.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { BankAccountFields } from './bank-account-contracts.ts'
import { type BankAccount, insertBankAccount } from './bank-accounts.sql.ts'

export const AddBankAccount = BankAccountFields

/** Adds a bank account; fails if the session has ended meanwhile. */
export async function addBankAccount(
  ctx: Pick<Context, 'db' | 'random'>,
  input: z.output<typeof AddBankAccount>,
  { id }: Caller,
  request: HttpRequest,
): Promise<BankAccount> {
  const added = await ctx.db.inTransaction(async (tx) => {
    // Locks the user's row, which must be locked before the session.
    const account = await insertBankAccount(tx, id, input)
    await lockSession(tx, request)
    if (account !== null) enqueueAll(tx, [accountMail(ctx, 'bank-account-changed', id)])
    return account
  })
  return added ?? refuse('api.bank_limit')
}
