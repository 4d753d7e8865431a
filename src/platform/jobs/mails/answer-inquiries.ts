import { z } from 'zod'
import { findAnswerToMail } from '../../../app/messaging/inquiries.sql.ts'
import type { Context } from '../../../context.ts'
import { textsIn } from '../../../core/outbox/texts/text.ts'
import { sendMail } from './send-mail.ts'

const Answered = z.object({ answer: z.int().positive() })

/** Mails operators' answers to the senders of inquiries. */
export function answerInquiries(
  ctx: Pick<Context, 'db' | 'log' | 'mail'>,
  payload: unknown,
): Promise<void>[] {
  return z
    .array(Answered)
    .parse(payload)
    .map(async ({ answer }) => {
      const found = await findAnswerToMail(ctx.db, answer)
      if (found === null) return
      const { email: to, lang: language, ...inquiry } = found
      const text = textsIn(language).inquiry(inquiry)
      const key = `inquiry-answer:${answer}`
      await sendMail(ctx, { to, language, text, key, isUrgent: false, takesReplies: true })
    })
}
