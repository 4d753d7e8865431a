import { z } from 'zod'
import type { QueuePlace } from '../../base/concurrency/fair-semaphore.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import { findUserByEmail, type User, updatePasswordHash } from '../../core/users/users.sql.ts'
import { totpCode, withTotp } from '../../platform/access/one-time-codes/totp.ts'
import { checkPassword, typedPassword } from '../../platform/access/passwords/check-password.ts'
import { hashPassword, queuePlaceOf } from '../../platform/access/passwords/passwords.ts'
import { knownDeviceOf } from '../../platform/access/sessions/known-device.ts'
import { type StartedSession, startSession } from '../../platform/access/sessions/tokens.ts'
import { email, optional } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'

export const Login = z.object({
  email,
  password: typedPassword,
  otpCode: optional(totpCode),
})

/**
 * Signs a user in. An unknown address gets the answer of a wrong password, in the same time;
 * whether an account has a second factor is revealed only with the right password. The returned
 * device key identifies the device at its next sign-in.
 *
 * @transactions a password is rehashed whether or not the second factor is right.
 */
export async function login(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { email: address, password, otpCode }: z.output<typeof Login>,
  _caller: null,
  request: HttpRequest,
): Promise<StartedSession> {
  const find = () => findUserByEmail(ctx.db.read, address)
  const knownDevice = () => knownDeviceOf(ctx, request, address)
  const account = { email: address, find, knownDevice }
  const verified = await checkPassword(ctx, request, account, password)
  const { user } = verified
  if (user === null || !verified.matches) return refuse('auth.failed')
  if (user.suspendedAt !== null) return refuse('auth.account_suspended')
  if (verified.outdated) await rehash(ctx, user, password, queuePlaceOf(request))
  const start = (tx: Tx) => startSession(tx, ctx, user, request)
  if (!user.bind2FA) return ctx.db.inTransaction(start)
  return withTotp(ctx, { user: user.id, code: otpCode }, start)
}

async function rehash(
  ctx: Pick<Context, 'db' | 'random'>,
  user: User,
  password: string,
  turn: QueuePlace,
): Promise<void> {
  const to = await hashPassword(ctx.random, password, turn)
  await ctx.db.inTransaction((tx) =>
    updatePasswordHash(tx, user.id, { from: user.passwordHash, to }),
  )
}
