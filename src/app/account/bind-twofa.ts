import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { findUser, updateBind2FA } from '../../core/users/users.sql.ts'
import { revokeOtherSessions } from '../../platform/access/end-access.ts'
import { totpCode, withTotp } from '../../platform/access/one-time-codes/totp.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'

export const BindTwofa = z.object({ otpCode: totpCode })

/** Enables the second factor if the code proves that the caller's app holds the secret. */
export async function bindTwofa(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { otpCode }: z.output<typeof BindTwofa>,
  { id: user }: Caller,
  request: HttpRequest,
): Promise<void> {
  const known = await findUser(ctx.db.read, user)
  if (known?.bind2FA !== false) return refuse('api.twofa_already_bound')
  await withTotp(ctx, { user, code: otpCode }, async (tx) => {
    if (!(await updateBind2FA(tx, user, true))) refuse('api.twofa_already_bound')
    await revokeOtherSessions(tx, user, request)
    enqueueAll(tx, [accountMail(ctx, 'twofa-bound', user)])
  })
}
