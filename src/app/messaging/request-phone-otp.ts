import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { textsIn } from '../../core/outbox/texts/text.ts'
import { isPhoneBlacklisted } from '../../core/users/phone-blacklist.sql.ts'
import { findPhoneOwner, findUser } from '../../core/users/users.sql.ts'
import { captchaFields } from '../../platform/access/captcha.ts'
import { issueOtp } from '../../platform/access/one-time-codes/otp.ts'
import {
  countTextedCode,
  readTextSettings,
} from '../../platform/access/one-time-codes/text-budget.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import {
  dialFits,
  e164Of,
  phoneFields,
  phoneFits,
} from '../../platform/http/contracts/phone-contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'

export const RequestPhoneOtp = z
  .object({ ...phoneFields, ...captchaFields })
  .refine(...dialFits)
  .refine(...phoneFits)

/**
 * Sends a code to a phone that the caller wants to bind. After a few texts a day the caller has to
 * pass the captcha, and an unverified user has a daily limit. The code is stored before the
 * provider is called, so a phone never receives a code that we don't know.
 *
 * @transactions the budget alert is sent even if no code is.
 */
export async function requestPhoneOtp(
  ctx: Pick<Context, 'captcha' | 'config' | 'counters' | 'db' | 'log' | 'random' | 'sms'>,
  input: z.output<typeof RequestPhoneOtp>,
  caller: Caller,
  request: HttpRequest,
): Promise<void> {
  const settings = await readTextSettings(ctx)
  const { countryCode: country } = input
  if (!settings.countries.has(country)) return refuse('api.phone_country_not_served')
  const phone = e164Of(input)
  const owner = await findPhoneOwner(ctx.db.read, phone)
  if (owner !== caller.id && (await isPhoneBlacklisted(ctx.db, phone))) {
    return refuse('api.phone_number_blacklisted')
  }
  if (owner !== null && owner !== caller.id) return refuse('api.phone_number_in_used')
  const user = (await findUser(ctx.db.read, caller.id)) ?? refuse('auth.unauthenticated')
  await countTextedCode(ctx, settings, { user, phone, country, captcha: input, request })
  const code = await ctx.db.inTransaction((tx) =>
    issueOtp(tx, ctx, { purpose: 'sms', identity: phone, user: caller.id }),
  )
  const text = textsIn(user.language).sms(code)
  const answer = await ctx.sms.send({ to: phone, text })
  if (answer.kind !== 'accepted') return refuse('api.otp_sent_failure')
}
