import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { CounterRule } from '../../core/database/cluster/counters.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { captchaFields, passCaptcha } from '../../platform/access/captcha.ts'
import { email, text } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { holdNetworkToRate } from '../../platform/http/endpoint/throttle.ts'
import { insertInquiry } from './inquiries.sql.ts'
import { inquiryLimits } from './inquiry-limits.ts'

const { nameChars, messageChars } = inquiryLimits

/** A single line of text, so that it cannot start another header if it is put into one. */
const line = (min: number) =>
  text({ min, max: nameChars }).refine((value) => !/[\p{Cc}\u2028\u2029]/u.test(value), {
    message: 'The :attribute field format is invalid.',
  })

export const SubmitInquiry = z.object({
  subject: line(1),
  firstName: line(3),
  lastName: line(3),
  email,
  phone: line(5),
  message: text({ min: 5, max: messageChars }),
  ...captchaFields,
})

const inquiries: CounterRule = { name: 'inquiries', points: 5, windowSeconds: 3_600 }

/**
 * Stores an inquiry and notifies the operators. Only requests that pass the captcha count against
 * the rate, so a failed captcha does not use up the limit.
 */
export async function submitInquiry(
  ctx: Pick<Context, 'captcha' | 'counters' | 'db' | 'log'>,
  input: z.output<typeof SubmitInquiry>,
  _caller: null,
  request: HttpRequest,
): Promise<void> {
  await passCaptcha(ctx, input, request)
  await holdNetworkToRate(ctx, inquiries, request.ip)
  await ctx.db.inTransaction(async (tx) => {
    const id = await insertInquiry(tx, input)
    enqueueAll(tx, [
      {
        to: 'operator',
        kind: 'inquiry-received',
        key: `inquiry:${id}`,
        severity: 'info',
        subject: `Inquiry: ${input.subject}`,
        data: { inquiryId: id.toString() },
      },
    ])
  })
}
