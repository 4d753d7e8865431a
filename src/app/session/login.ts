import { z } from 'zod'
import type { QueuePlace } from '../../base/concurrency/fair-semaphore.ts'
import { isRefusal, refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import {
  findUserByEmail,
  type User,
  updatePasswordHash,
  updatePasswordLeaked,
} from '../../core/users/users.sql.ts'
import { captchaFields, passCaptcha } from '../../platform/access/captcha.ts'
import { recoveryCode } from '../../platform/access/one-time-codes/recovery-codes.ts'
import { totpCode, withSecondFactor } from '../../platform/access/one-time-codes/totp.ts'
import { checkPassword, typedPassword } from '../../platform/access/passwords/check-password.ts'
import { isLeaked } from '../../platform/access/passwords/leaked-passwords.ts'
import { hashPassword, queuePlaceOf } from '../../platform/access/passwords/passwords.ts'
import { knownDeviceOf } from '../../platform/access/sessions/known-device.ts'
import { type StartedSession, startSession } from '../../platform/access/sessions/tokens.ts'
import { email, optional } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { noteFailedSignIn } from './note-failed-sign-in.ts'

export const Login = z.object({
  email,
  password: typedPassword,
  otpCode: optional(totpCode),
  recoveryCode: optional(recoveryCode).meta({
    description: 'In place of the code of a lost authenticator; each works once.',
  }),
  ...captchaFields,
})

/**
 * Signs a user in. An unknown address gets the answer of a wrong password, in the same time;
 * whether an account has a second factor is revealed only with the right password. The returned
 * device key identifies the device at its next sign-in. After many wrong passwords of a day,
 * unknown devices need a captcha.
 *
 * @transactions a password is rehashed, and found on a list of leaked ones, whether or not the
 * second factor is right; a failure is recorded.
 */
export async function login(
  ctx: Pick<Context, 'captcha' | 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { email: address, password, otpCode, recoveryCode: spare, ...captcha }: z.output<typeof Login>,
  _caller: null,
  request: HttpRequest,
): Promise<StartedSession> {
  const account = {
    email: address,
    find: () => findUserByEmail(ctx.db.read, address),
    knownDevice: () => knownDeviceOf(ctx, request, address),
    passHuman: () => passCaptcha(ctx, captcha, request),
  }
  const verified = await checkPassword(ctx, request, account, password)
  const { user } = verified
  if (user === null || !verified.matches) {
    await noteFailedSignIn(ctx, request, 'wrong-password', verified)
    return refuse('auth.failed')
  }
  if (user.suspendedAt !== null) {
    await noteFailedSignIn(ctx, request, 'suspended', verified)
    return refuse('auth.account_suspended')
  }
  if (verified.outdated) await rehash(ctx, user, password, queuePlaceOf(request))
  await noteLeaked(ctx, user, password)
  const start = (tx: Tx) => startSession(tx, ctx, user, request)
  if (!user.bind2FA) return ctx.db.inTransaction(start)
  try {
    return await withSecondFactor(ctx, user.id, { otpCode, recoveryCode: spare }, start)
  } catch (error) {
    const hasCode = otpCode !== undefined || spare !== undefined
    const isWrong = hasCode && isRefusal(error) && error.key === 'auth.otp_failed'
    if (isWrong) await noteFailedSignIn(ctx, request, 'wrong-code', verified)
    throw error
  }
}

/** Finds passwords that were chosen before a list had them; warns their owners once. */
async function noteLeaked(
  ctx: Pick<Context, 'db' | 'random'>,
  user: User,
  password: string,
): Promise<void> {
  const leaked = await isLeaked(password)
  if (leaked === user.passwordLeaked) return
  await ctx.db.inTransaction(async (tx) => {
    const isNew = await updatePasswordLeaked(tx, user, leaked)
    if (isNew && leaked) enqueueAll(tx, [accountMail(ctx, 'password-leaked', user.id)])
  })
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
