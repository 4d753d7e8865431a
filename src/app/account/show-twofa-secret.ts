import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { findUser } from '../../core/users/users.sql.ts'
import { lockSession } from '../../platform/access/lock-session.ts'
import { secretOf } from '../../platform/access/one-time-codes/totp.ts'
import { enrolmentOf } from '../../platform/access/one-time-codes/totp-codes.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'

/** Returns the caller's secret for an authenticator app; refuses once 2FA is enabled. */
export async function showTwofaSecret(
  ctx: Pick<Context, 'config' | 'db' | 'random'>,
  _input: object,
  caller: Caller,
  request: HttpRequest,
) {
  const user = await findUser(ctx.db.read, caller.id)
  if (user?.bind2FA !== false) return refuse('api.twofa_already_bound')
  const secret = await ctx.db.inTransaction(async (tx) => {
    await lockSession(tx, request)
    return secretOf(tx, ctx, caller.id)
  })
  return enrolmentOf(caller.email, secret)
}
