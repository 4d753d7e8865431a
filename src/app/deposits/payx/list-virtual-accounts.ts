import type { Context } from '../../../context.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { readVirtualAccounts } from './virtual-accounts.sql.ts'

/** Lists the caller's virtual accounts, oldest first. */
export const listVirtualAccounts = (ctx: Pick<Context, 'db'>, _input: object, caller: Caller) =>
  readVirtualAccounts(ctx.db, caller.id)
