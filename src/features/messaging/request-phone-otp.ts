import { z } from 'zod'
import { issueOtp } from '../../access/otp.ts'
import { countTextedCode } from '../../access/otp-budget.ts'
import type { Caller } from '../../access/signed-in.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { dialFits, e164Of, phoneFields, phoneFits } from '../../http/phone-contracts.ts'
import { textsIn } from '../../outbox/texts/render.ts'
import { isPhoneBlacklisted } from '../../users/phone-blacklist.sql.ts'
import { findPhoneOwner, findUser } from '../../users/users.sql.ts'

export const RequestPhoneOtp = z
  .object(phoneFields)
  .refine(...dialFits)
  .refine(...phoneFits)

/**
 * Sends a code to a phone that the caller wants to bind. The provider is asked once the code is
 * stored, so that a phone never gets a code we don't know.
 */
export async function requestPhoneOtp(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random' | 'sms'>,
  input: z.output<typeof RequestPhoneOtp>,
  caller: Caller,
): Promise<void> {
  const phone = e164Of(input)
  const owner = await findPhoneOwner(ctx.db.read, phone)
  if (owner !== caller.id && (await isPhoneBlacklisted(ctx.db, phone))) {
    return refuse('api.phone_number_blacklisted')
  }
  if (owner !== null && owner !== caller.id) return refuse('api.phone_number_in_used')
  await countTextedCode(ctx)
  const user = await findUser(ctx.db.read, caller.id)
  const code = await ctx.db.inTransaction((tx) =>
    issueOtp(tx, ctx, { purpose: 'sms', identity: phone, user: caller.id }),
  )
  const text = textsIn(user?.language ?? 'en').sms(code)
  const answer = await ctx.sms.send({ to: phone, text })
  if (answer.kind !== 'accepted') return refuse('api.otp_sent_failure')
}
