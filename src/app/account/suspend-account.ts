import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { totpCode, withTotp } from '../../platform/access/one-time-codes/totp.ts'
import { checkOwnPassword, typedPassword } from '../../platform/access/passwords/check-password.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { suspendAccess } from '../../platform/access/suspend-access.ts'
import { optional, text } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'

export const SuspendAccount = z.object({
  password: typedPassword,
  otpCode: optional(totpCode),
  reason: optional(text({ max: 500 })),
})

/**
 * Suspends the caller's own account. Requires the password, and the second factor if it is enabled:
 * a stolen token alone is not enough.
 */
export async function suspendAccount(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { password, otpCode, reason }: z.output<typeof SuspendAccount>,
  caller: Caller,
  request: HttpRequest,
): Promise<void> {
  const { user, matches } = await checkOwnPassword(ctx, request, caller, password)
  if (user === null || !matches) return refuse('auth.password')
  const shut = async (tx: Tx): Promise<void> => {
    const mail = accountMail(ctx, 'account-suspended', user.id)
    const suspension = { reason: reason ?? null, byService: false, mail }
    const isShut = await suspendAccess(tx, user.id, suspension)
    if (!isShut) refuse('auth.account_suspended')
  }
  if (!user.bind2FA) return ctx.db.inTransaction(shut)
  return withTotp(ctx, { user: user.id, code: otpCode }, shut)
}
