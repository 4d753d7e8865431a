import { createHash } from 'node:crypto'
import { z } from 'zod'
import { integerOf } from '../../base/values/integers.ts'
import { type Answer, outbound, plain, type Tools } from '../outbound.ts'
import type { PaydSettings } from './payd-settings.ts'
import { type Payments, payments } from './payments.ts'

/** A bank or wallet that money can be sent to, as the provider spells it. */
export type DisbursementBank = Readonly<{
  bankCode: string
  bankName: string
  /** Whole rupiah in the digits the provider sent. */
  maxAmountTransfer: string
}>

/** The provider of payments by order, fixed numbers and disbursements (payd). */
export type Payd = Payments &
  Readonly<{
    disbursementBanks: () => Promise<Answer<readonly DisbursementBank[]>>
  }>

const bankCode = z.string().regex(/^[0-9A-Za-z]{1,20}$/)

const BankList = z.object({
  Banks: z
    .array(
      z.object({
        bankCode,
        bankName: z.string().trim().min(1).max(100),
        maxAmountTransfer: z.string().regex(/^[0-9]{1,20}(?:\.[0-9]{1,20})?$/),
      }),
    )
    .min(1)
    .max(1_000),
})

/** Refusals arrive with status 200 too, as a code in the body. */
const RefusalBody = z.object({ responseCode: z.string(), responseDesc: z.string().optional() })

/** A refusal with any HTTP status; numbers are the text of their digits. */
const refusal = RefusalBody.transform(({ responseCode, responseDesc = '' }) => ({
  code: responseCode,
  message: responseDesc,
}))

/** The provider's codes for an unknown outcome: timeout, line down, general error. */
const unsure: ReadonlySet<string> = new Set(['TO', 'LD', '68', '-100', 'EE'])

export function connectPayd(config: PaydSettings, tools: Tools): Payd {
  const line = outbound('payd', config.baseUrl, tools)
  const { userId, email, secret } = config.disbursement

  return {
    ...payments(line, config),
    // The disbursement API's signature is over the email, the time and the secret.
    disbursementBanks: async () => {
      const timestamp = tools.clock.now().getTime()
      const words = `${email}${timestamp}${secret}`
      const signature = createHash('sha256').update(words).digest('hex')
      const listed = await line({
        method: 'POST',
        path: ['webapi', 'api', 'disbursement', 'listBank'],
        json: { userId: integerOf(userId), email, timestamp, signature },
        answer: z.unknown(),
        refusal,
      })
      const answer = judged(BankList, listed)
      return answer.kind === 'accepted' ? { kind: 'accepted', value: answer.value.Banks } : answer
    },
  }
}

/** Classifies a response with status 200: accepted, rejected or unknown. */
function judged<Schema extends z.ZodType>(
  schema: Schema,
  answer: Answer<unknown>,
): Answer<z.output<Schema>> {
  if (answer.kind !== 'accepted') return answer
  const parsed = refusal.safeParse(answer.value)
  if (!parsed.success) return { kind: 'unknown', why: 'unreadable' }
  const { code, message } = parsed.data
  if (unsure.has(code)) return { kind: 'unknown', why: 'server-error' }
  if (code !== '00') return { kind: 'rejected', code, message: plain(message), status: 200 }
  const read = schema.safeParse(answer.value)
  return read.success
    ? { kind: 'accepted', value: read.data }
    : { kind: 'unknown', why: 'unreadable' }
}
