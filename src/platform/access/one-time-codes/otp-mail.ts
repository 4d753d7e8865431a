import { z } from 'zod'
import { sealText, unsealText } from '../../../base/secrets/app-keys.ts'
import type { Context } from '../../../context.ts'
import { type CodeMail, type CodeUse, codeUses } from '../../../core/outbox/notices.ts'
import type { OtpOwner } from './otp.sql.ts'
import { isOtpCurrent, type OtpClaim } from './otp.ts'

const otpMailPurpose = 'otp-mail'

const Carried = z.object({
  purpose: z.enum(['email', 'sms', 'withdraw']),
  identity: z.string(),
  code: z.string(),
  // Absent from mails that an earlier release enqueued.
  use: z.enum(codeUses).default('general'),
})

/** The text of a mail with a code of `email/otp-code`, by the code's use. */
const kindOfUse: { readonly [Use in CodeUse]: CodeMail['kind'] } = {
  general: 'email-otp',
  'api-key': 'api-key-otp',
  authenticator: 'authenticator-otp',
}

type Mailing = OtpOwner & Readonly<{ code: string; use?: CodeUse }>

/**
 * Builds the mail that carries a code to its user. The code is sealed: the stored job alone does
 * not reveal it.
 */
export function codeMail(
  ctx: Pick<Context, 'config' | 'random'>,
  key: string,
  { user, use = 'general', ...claim }: Mailing,
): CodeMail {
  const carried: z.output<typeof Carried> = { ...claim, use }
  const sealed = sealText(ctx.config, otpMailPurpose, JSON.stringify(carried), ctx.random)
  const kind = claim.purpose === 'withdraw' ? 'withdraw-otp' : kindOfUse[use]
  return { to: 'code-mail', kind, key, user, sealed }
}

/** Returns the code that a mail carries, or null if the code is no longer valid. */
export async function codeIn(
  ctx: Pick<Context, 'config' | 'db'>,
  { user, sealed }: CodeMail,
): Promise<string | null> {
  const opened = unsealText(ctx.config, otpMailPurpose, sealed)
  if (opened === null) throw new Error('the code of a mail cannot be decrypted with our key')
  const { use, ...carried } = Carried.parse(JSON.parse(opened))
  const claim: OtpClaim = { ...carried, user, uses: [use] }
  return (await isOtpCurrent(ctx, claim)) ? claim.code : null
}
