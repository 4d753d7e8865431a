import type { Context } from '../../context.ts'
import { endLogins } from '../../platform/access/sessions/tokens.sql.ts'
import type { Caller } from '../../platform/access/signed-in.ts'

/**
 * Ends every session of the caller: after the answer none of their tokens works on any node.
 * Devices stay registered for pushes: signing out is not a response to theft, and an app may
 * register only once.
 */
export const logout = (ctx: Pick<Context, 'db'>, _input: object, caller: Caller): Promise<void> =>
  ctx.db.inTransaction((tx) => endLogins(tx, caller.id))
