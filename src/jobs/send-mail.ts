import { sha256 } from '../base/crypto.ts'
import type { Context } from '../context.ts'
import { renderMail } from '../outbox/texts/render.ts'
import type { Text } from '../outbox/texts/text.ts'

export type OutgoingMail = Readonly<{
  to: string
  language: string
  text: Text
  /** Marks a mail that is sent twice as one. */
  key: string
  /** Sent over connections that no other mail uses, for a person may be waiting. */
  isUrgent: boolean
}>

/**
 * Sends a mail. Throws if the mail server does not answer, so that the job is retried; a refusal
 * is logged and final.
 */
export async function sendMail(
  ctx: Pick<Context, 'log' | 'mail'>,
  { to, language, text, key, isUrgent }: OutgoingMail,
): Promise<void> {
  const reference = sha256(key).toString('hex').slice(0, 32)
  const answer = await ctx.mail.send({ to, ...renderMail(language, text), reference, isUrgent })
  if (answer.kind === 'unknown') throw new Error(`the mail server did not answer: ${answer.why}`)
  if (answer.kind === 'rejected') {
    ctx.log.error({ notice: key, code: answer.code }, 'a mail was refused for good')
  }
}
