import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { findUser } from '../../core/users/users.sql.ts'
import { lockSession } from '../../platform/access/lock-session.ts'
import { countRecoveryCodes } from '../../platform/access/one-time-codes/recovery-codes.sql.ts'
import { makeRecoveryCodes } from '../../platform/access/one-time-codes/recovery-codes.ts'
import { totpCode, withTotp } from '../../platform/access/one-time-codes/totp.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'

export const RenewRecoveryCodes = z.object({ otpCode: totpCode })

export const RecoveryCodes = z
  .object({
    codes: z
      .array(z.string())
      .readonly()
      .meta({ description: 'Shown once. Each works once in place of a code of the app.' }),
  })
  .meta({ id: 'RecoveryCodes' })

export const RecoveryCodesLeft = z.object({ left: z.int() }).meta({ id: 'RecoveryCodesLeft' })

/**
 * Makes recovery codes; the former ones stop working. Needs a code of the app itself. Fails if the
 * session has ended meanwhile.
 */
export async function renewRecoveryCodes(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { otpCode }: z.output<typeof RenewRecoveryCodes>,
  { id: user }: Caller,
  request: HttpRequest,
): Promise<z.input<typeof RecoveryCodes>> {
  const known = await findUser(ctx.db.read, user)
  if (known?.bind2FA !== true) return refuse('api.required_for_twofa_binding')
  return withTotp(ctx, { user, code: otpCode }, async (tx) => {
    await lockSession(tx, request)
    const made = await makeRecoveryCodes(tx, ctx, user)
    enqueueAll(tx, [accountMail(ctx, 'recovery-codes-made', user)])
    return { codes: made }
  })
}

export const showRecoveryCodes = async (
  ctx: Pick<Context, 'db'>,
  _input: object,
  { id }: Caller,
): Promise<z.input<typeof RecoveryCodesLeft>> => ({
  left: await countRecoveryCodes(ctx.db.read, id),
})
