import type { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import type { CodeUse } from '../../core/outbox/notices.ts'
import { findUser, markMailboxProven } from '../../core/users/users.sql.ts'
import { anyCode, optional } from '../http/contracts/contracts.ts'
import { lockOwner } from './api-keys/api-key.sql.ts'
import { checkOtp, consumeOtp } from './one-time-codes/otp.ts'
import { totpCode, withTotp } from './one-time-codes/totp.ts'
import type { Caller } from './signed-in.ts'

/** The body fields that may carry a step-up code. */
export const stepUpFields = {
  emailOtpCode: optional(anyCode).meta({
    description:
      'A code of `email/otp-code` with the purpose of the action, unless the user has an ' +
      'authenticator app that counts.',
  }),
  twoFACode: optional(totpCode).meta({
    description: 'The code of the authenticator app, for users who have one.',
  }),
}

type StepUp = Readonly<{
  [Field in keyof typeof stepUpFields]?: z.output<(typeof stepUpFields)[Field]>
}>

/**
 * Runs `work` in the transaction that consumes the caller's codes: the authenticator's if one is
 * bound, otherwise one that was mailed for `use`; both while the authenticator is provisional. For
 * actions that a stolen session alone must not allow. With a mailed code, `work` runs with the
 * user's row locked. Refuses with `auth.otp_failed` or `api.email_otp_error`.
 */
export async function withStepUp<Done>(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { id: user, email: identity }: Caller,
  { emailOtpCode: code, twoFACode, use }: StepUp & Readonly<{ use: Exclude<CodeUse, 'general'> }>,
  work: (tx: Tx) => Promise<Done>,
): Promise<Done> {
  const known = await findUser(ctx.db.read, user)
  const bound = known?.bind2FA === true
  if (bound && !known.provisional2FA) return withTotp(ctx, { user, code: twoFACode }, work)
  if (code === undefined) return refuse('api.email_otp_error')
  const claim = { purpose: 'email', identity, user, code, uses: [use] } as const
  if ((await checkOtp(ctx, claim)) !== 'matched') return refuse('api.email_otp_error')
  const withMailed = async (tx: Tx): Promise<Done> => {
    // An authenticator bound since the first check is required now.
    if ((await lockOwner(tx, user)).bind2FA !== bound) return refuse('auth.otp_failed')
    if (!(await consumeOtp(tx, ctx, claim))) return refuse('api.email_otp_error')
    await markMailboxProven(tx, user)
    return work(tx)
  }
  return bound
    ? withTotp(ctx, { user, code: twoFACode }, withMailed)
    : ctx.db.inTransaction(withMailed)
}
