import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import { recordApp } from '../../core/facts/app-fact.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { provisionalLimits } from '../../core/users/provisional-limits.ts'
import { findUser, markMailboxProven, updateBind2FA } from '../../core/users/users.sql.ts'
import { revokeOtherSessions } from '../../platform/access/end-access.ts'
import { lockSession } from '../../platform/access/lock-session.ts'
import { checkOtp, consumeOtp } from '../../platform/access/one-time-codes/otp.ts'
import { totpCode, withTotp } from '../../platform/access/one-time-codes/totp.ts'
import { checkOwnPassword, typedPassword } from '../../platform/access/passwords/check-password.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { anyCode, optional } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'

export const BindTwofa = z.object({
  otpCode: totpCode,
  password: optional(typedPassword).meta({
    description: 'With it, or with `emailOtpCode`, the app counts at once. Beyond the interface.',
  }),
  emailOtpCode: optional(anyCode).meta({
    description: 'A code of `email/otp-code` with the purpose `authenticator`.',
  }),
})

type BindContext = Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>
type Binding = z.output<typeof BindTwofa>

/**
 * Enables the second factor if the code proves that the caller's app holds the secret. An app that
 * a session alone bound is provisional for a day: step-up requires a mailed code besides, and a
 * mailed link or a password reset unbinds it. The password or a mailed code makes it count at once.
 * Fails if the session has ended meanwhile.
 */
export async function bindTwofa(
  ctx: BindContext,
  input: Binding,
  caller: Caller,
  request: HttpRequest,
): Promise<void> {
  const { id: user } = caller
  const known = await findUser(ctx.db.read, user)
  if (known?.bind2FA !== false) return refuse('api.twofa_already_bound')
  const consumeProof = await checkedProof(ctx, input, caller, request)
  await withTotp(ctx, { user, code: input.otpCode }, async (tx) => {
    const seconds = consumeProof === null ? provisionalLimits.seconds : 0
    if (!(await updateBind2FA(tx, user, true, seconds))) refuse('api.twofa_already_bound')
    recordApp(tx, user, true)
    await lockSession(tx, request)
    await consumeProof?.(tx)
    await revokeOtherSessions(tx, user, request)
    const mail = accountMail(ctx, consumeProof === null ? 'twofa-provisional' : 'twofa-bound', user)
    enqueueAll(tx, [consumeProof === null ? { ...mail, undo: { what: 'authenticator' } } : mail])
  })
}

/**
 * Checks the password or the mailed code of a request; returns what consumes the proof, or null if
 * the request has neither.
 */
async function checkedProof(
  ctx: BindContext,
  { password, emailOtpCode }: Binding,
  caller: Caller,
  request: HttpRequest,
): Promise<((tx: Tx) => Promise<void>) | null> {
  const { id: user, email: identity } = caller
  if (password !== undefined && !(await checkOwnPassword(ctx, request, caller, password)).matches) {
    return refuse('auth.password')
  }
  if (emailOtpCode === undefined) return password === undefined ? null : async () => undefined
  const uses = ['authenticator'] as const
  const claim = { purpose: 'email', identity, user, code: emailOtpCode, uses } as const
  if ((await checkOtp(ctx, claim)) !== 'matched') return refuse('api.email_otp_error')
  return async (tx) => {
    if (!(await consumeOtp(tx, ctx, claim))) refuse('api.email_otp_error')
    await markMailboxProven(tx, user)
  }
}
