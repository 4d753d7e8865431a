import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { recordApp } from '../../core/facts/app-fact.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { findUser, updateBind2FA } from '../../core/users/users.sql.ts'
import { revokeOtherSessions } from '../../platform/access/end-access.ts'
import { recoveryCode } from '../../platform/access/one-time-codes/recovery-codes.ts'
import {
  renewSecret,
  totpCode,
  withSecondFactor,
} from '../../platform/access/one-time-codes/totp.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { optional } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { showMe } from './show-me.ts'

export const UnbindTwofa = z
  .object({
    otpCode: optional(totpCode),
    recoveryCode: optional(recoveryCode).meta({
      description: 'In place of the code of a lost authenticator. Beyond the interface.',
    }),
  })
  .refine(({ otpCode, recoveryCode: spare }) => otpCode !== undefined || spare !== undefined, {
    path: ['otpCode'],
    message: 'The :attribute field is required.',
  })

/** Disables the second factor and replaces its secret. Returns the profile. */
export async function unbindTwofa(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  input: z.output<typeof UnbindTwofa>,
  caller: Caller,
  request: HttpRequest,
) {
  const user = caller.id
  const known = await findUser(ctx.db.read, user)
  if (known?.bind2FA !== true) return refuse('api.required_for_twofa_binding')
  await withSecondFactor(ctx, user, input, async (tx) => {
    if (!(await updateBind2FA(tx, user, false))) refuse('api.required_for_twofa_binding')
    await renewSecret(tx, ctx, user)
    await revokeOtherSessions(tx, user, request)
    recordApp(tx, user, false)
    enqueueAll(tx, [accountMail(ctx, 'twofa-unbound', user)])
  })
  return showMe(ctx, {}, caller)
}
