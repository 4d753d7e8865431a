import { z } from 'zod'
import { hashPassword, noPasswordHash, verifyPassword } from '../../access/passwords.ts'
import { startSession, type Tokens } from '../../access/tokens.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { email } from '../../http/contracts.ts'
import type { HttpRequest } from '../../http/endpoint.ts'
import { networkOf } from '../../http/route.ts'
import { holdToRate } from '../../http/throttle.ts'
import { findUserByEmail, type User, updatePasswordHash } from '../../users/users.sql.ts'
import { logins, typedPassword } from './session-contracts.ts'

export const Login = z.object({ email, password: typedPassword })

/**
 * Signs in. Each try is counted before the password is looked at, so parallel guesses get no more
 * than the allowed number; an unknown address takes the time of a known one.
 */
export async function login(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { email: address, password }: z.output<typeof Login>,
  _caller: null,
  request: HttpRequest,
): Promise<Tokens> {
  const guesser = `${networkOf(request.ip)} ${address}`
  await holdToRate(ctx, logins, guesser, 'auth.throttle')
  const user = await findUserByEmail(ctx.db.read, address)
  const verified = await verifyPassword(user?.passwordHash ?? noPasswordHash, password)
  if (user === null || !verified.matches) return refuse('auth.failed')
  await ctx.counters.reset(logins, guesser)
  if (user.suspendedAt !== null) return refuse('auth.account_suspended')
  if (verified.outdated) await rehash(ctx, user, password)
  return ctx.db.inTransaction((tx) => startSession(tx, ctx, user.id))
}

async function rehash(
  ctx: Pick<Context, 'db' | 'random'>,
  user: User,
  password: string,
): Promise<void> {
  const to = await hashPassword(ctx.random, password)
  await ctx.db.inTransaction((tx) =>
    updatePasswordHash(tx, user.id, { from: user.passwordHash, to }),
  )
}
