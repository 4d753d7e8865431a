import { z } from 'zod'
import { sealText, unsealText } from '../../../base/secrets/app-keys.ts'
import type { UserId } from '../../../base/values/ids.ts'
import type { Context } from '../../../context.ts'
import type { CodeMail } from '../../../core/outbox/notices.ts'
import { isOtpCurrent, type OtpClaim } from './otp.ts'

const otpMailPurpose = 'otp-mail'

const Carried = z.object({
  purpose: z.enum(['email', 'sms', 'withdraw']),
  identity: z.string(),
  code: z.string(),
})

/**
 * Builds the mail that carries a code to its user. The code is sealed: the stored job alone does
 * not reveal it.
 */
export function codeMail(
  ctx: Pick<Context, 'config' | 'random'>,
  key: string,
  { user, ...claim }: OtpClaim & Readonly<{ user: UserId }>,
): CodeMail {
  const carried: z.output<typeof Carried> = claim
  const sealed = sealText(ctx.config, otpMailPurpose, JSON.stringify(carried), ctx.random)
  const kind = claim.purpose === 'withdraw' ? 'withdraw-otp' : 'email-otp'
  return { to: 'code-mail', kind, key, user, sealed }
}

/** Returns the code that a mail carries, or null if the code is no longer valid. */
export async function codeIn(
  ctx: Pick<Context, 'config' | 'db'>,
  { user, sealed }: CodeMail,
): Promise<string | null> {
  const opened = unsealText(ctx.config, otpMailPurpose, sealed)
  if (opened === null) throw new Error('the code of a mail cannot be decrypted with our key')
  const claim = { ...Carried.parse(JSON.parse(opened)), user }
  return (await isOtpCurrent(ctx, claim)) ? claim.code : null
}
