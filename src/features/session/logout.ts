import type { Caller } from '../../access/signed-in.ts'
import { revokeAllFamilies } from '../../access/tokens.sql.ts'
import type { Context } from '../../context.ts'

/** Ends every session of the caller: after the answer none of their tokens works on any node. */
export const logout = (ctx: Pick<Context, 'db'>, _input: object, caller: Caller): Promise<void> =>
  ctx.db.inTransaction((tx) => revokeAllFamilies(tx, caller.id))
