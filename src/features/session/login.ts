import { z } from 'zod'
import { checkPassword, typedPassword } from '../../access/check-password.ts'
import { hashPassword } from '../../access/passwords.ts'
import { startSession, type Tokens } from '../../access/tokens.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { email } from '../../http/contracts.ts'
import type { HttpRequest } from '../../http/endpoint.ts'
import { findUserByEmail, type User, updatePasswordHash } from '../../users/users.sql.ts'

export const Login = z.object({ email, password: typedPassword })

/** Signs in; an unknown address gets the answer of a wrong password, in the same time. */
export async function login(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { email: address, password }: z.output<typeof Login>,
  _caller: null,
  request: HttpRequest,
): Promise<Tokens> {
  const user = await findUserByEmail(ctx.db.read, address)
  const verified = await checkPassword(ctx, request, { email: address, user }, password)
  if (user === null || !verified.matches) return refuse('auth.failed')
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
