import type { Context } from '../../context.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { selectBankAccounts } from './bank-accounts.sql.ts'

/** Lists the caller's bank accounts, oldest first. */
export const listBankAccounts = (ctx: Pick<Context, 'db'>, _input: object, caller: Caller) =>
  selectBankAccounts(ctx.db, caller.id)
