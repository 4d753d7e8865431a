import { sha256 } from '../../../base/secrets/crypto.ts'
import type { Context } from '../../../context.ts'
import { renderMail } from '../../../core/outbox/texts/render.ts'
import type { Text } from '../../../core/outbox/texts/text.ts'

export type OutgoingMail = Readonly<{
  to: string
  language: string
  text: Text
  /** Identifies a mail that is sent twice as the same. */
  key: string
  /** Whether it uses connections reserved for mails that a user may be waiting for. */
  isUrgent: boolean
  takesReplies?: boolean
}>

/**
 * Sends a mail; returns whether it was accepted. Throws if the mail server does not respond, so
 * that the job is retried; a rejection is logged and final.
 */
export async function sendMail(
  ctx: Pick<Context, 'log' | 'mail'>,
  { to, language, text, key, ...mail }: OutgoingMail,
): Promise<boolean> {
  const reference = sha256(key).toString('hex').slice(0, 32)
  const answer = await ctx.mail.send({ to, ...renderMail(language, text), reference, ...mail })
  if (answer.kind === 'unknown') throw new Error(`the mail server did not respond: ${answer.why}`)
  if (answer.kind === 'rejected') {
    ctx.log.error({ notice: key, code: answer.code }, 'a mail was rejected permanently')
  }
  return answer.kind === 'accepted'
}
