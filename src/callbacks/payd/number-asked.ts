import { z } from 'zod'
import { answerPaydInquiry } from '../../app/deposits/payd/answer-payd-inquiry.ts'
import type { Context } from '../../context.ts'
import { decimal, rawText } from '../../platform/http/contracts/contracts.ts'

const word = rawText({ max: 100 })

export const NumberAsked = z.object({
  action: word,
  merchantCode: word,
  bin: word,
  vaNo: word,
  session: word,
})

/** payd's inquiry format; its HTTP status is always 200. */
export const NumberInquiry = z
  .object({
    vaNo: z.string(),
    name: z.string(),
    amount: decimal.meta({ description: '`0`: any amount may be paid.' }),
    merchantOrderId: z.string(),
    statusCode: z.enum(['00', '01', '99']),
    statusMessage: z.string(),
  })
  .meta({ id: 'NumberInquiryAnswer' })
export type NumberInquiry = z.output<typeof NumberInquiry>

export const unassigned = { name: '', amount: '0', merchantOrderId: '' }

/**
 * payd asks who owns a number, while a payer waits at a bank. Any node answers and records the
 * inquiry: it credits nothing, so it does not need the leader.
 */
export async function numberAsked(
  ctx: Pick<Context, 'config' | 'db'>,
  { bin, vaNo, session }: z.output<typeof NumberAsked>,
): Promise<NumberInquiry> {
  const found = await answerPaydInquiry(ctx, { bin, vaNo, session })
  return found === null
    ? { ...unassigned, vaNo, statusCode: '01', statusMessage: 'unknown number' }
    : { ...found, vaNo, amount: '0', statusCode: '00', statusMessage: 'success' }
}
