import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { CounterRule } from '../../core/database/cluster/counters.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { captchaFields, passCaptcha } from '../../platform/access/captcha.ts'
import { email, line, text } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { enforceNetworkRate } from '../../platform/http/endpoint/throttle.ts'
import { inquiryLimits, insertInquiry } from './inquiries.sql.ts'

const { nameChars, messageChars } = inquiryLimits

export const SubmitInquiry = z.object({
  subject: line({ max: nameChars }),
  firstName: line({ min: 3, max: nameChars }),
  lastName: line({ min: 3, max: nameChars }),
  email,
  phone: line({ min: 5, max: nameChars }),
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
  await enforceNetworkRate(ctx, inquiries, request.ip)
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
