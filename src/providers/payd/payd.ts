import { createHash } from 'node:crypto'
import { z } from 'zod'
import { formatMoney, type Money } from '../../base/money.ts'
import type { Config } from '../../config.ts'
import { type Answer, outbound, plain, type Tools } from '../outbound.ts'
import { paydSignature } from './signature.ts'

/** A bank or wallet that money can be sent to, in the provider's own spelling. */
export type DisbursementBank = Readonly<{
  bankCode: string
  bankName: string
  /** Whole rupiah in the digits the provider sent. */
  maxAmountTransfer: string
}>

/** An order that a user is to pay. */
export type NewPayment = Readonly<{
  merchantOrderId: string
  /** Whole rupiah. */
  amount: Money
  paymentMethod: string
  email: string
  /** Up to 20 letters and spaces. */
  payerName: string
  callbackUrl: string
  returnUrl: string
  expiryMinutes: number
}>

/** Where and how an order can be paid. */
export type OpenedPayment = Readonly<{
  reference: string
  paymentUrl: string
  /** Digits as text, where the order is paid to a number. */
  vaNumber: string | null
}>

/** How an order stands in payd's own books. */
export type PaymentStatus = Readonly<{
  status: 'paid' | 'pending' | 'failed'
  /** Whole rupiah in the digits payd sent. */
  amount: string
  reference: string
}>

/** The provider of payments by order, fixed numbers and disbursements (payd). */
export type Payd = Readonly<{
  /** Opens an order. After an unknown answer there may be one, which nobody can see to pay. */
  createPayment: (payment: NewPayment) => Promise<Answer<OpenedPayment>>
  /**
   * How an order stands. payd counts these calls: one for each thing it tells us, never a loop.
   * Rejected with `NOT_FOUND`: it knows nothing of the order, or of us.
   */
  transactionStatus: (merchantOrderId: string) => Promise<Answer<PaymentStatus>>
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

/** Every answer is one of 200 that may say no. */
const Said = z.object({ responseCode: z.string(), responseDesc: z.string().optional() })

/** A no, wherever it stands; numbers come as the text of their digits. */
const refusal = Said.transform(({ responseCode, responseDesc = '' }) => ({
  code: responseCode,
  message: responseDesc,
}))

const reference = z.string().min(1).max(100)

const Opened = z.object({
  reference,
  paymentUrl: z.url({ protocol: /^https?$/ }).max(1_000),
  vaNumber: z
    .union([z.literal(''), z.string().regex(/^[0-9]{6,34}$/)])
    .nullish()
    .transform((number) => (number === '' ? null : (number ?? null))),
  statusCode: z.literal('00'),
})

const statuses = { '00': 'paid', '01': 'pending', '02': 'failed' } as const

const Status = z.object({
  merchantOrderId: z.string(),
  reference,
  amount: z.string().max(40),
  statusCode: z.enum(['00', '01', '02']),
})

/** How payment calls say no, beside their HTTP status. */
const paymentRefusal = z
  .object({ Message: z.string().optional(), statusCode: z.string().optional() })
  .transform(({ Message = '', statusCode }) => ({
    code: statusCode ?? 'REFUSED',
    message: Message,
  }))

const productDetails = 'Deposit'

/** The provider's word for not knowing itself: time is over, a line is down, anything else. */
const unsure: ReadonlySet<string> = new Set(['TO', 'LD', '68', '-100', 'EE'])

export function connectPayd(config: Config['payd'], tools: Tools): Payd {
  const line = outbound('payd', config.baseUrl, tools)
  const { merchantCode } = config
  const { userId, email, secret } = config.disbursement

  /** A call of the disbursement API: signed over the email, the time, its own words, the secret. */
  async function disburse<Schema extends z.ZodType>(
    call: string,
    answer: Schema,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<Answer<z.output<Schema>>> {
    const timestamp = tools.clock.now().getTime()
    const words = [email, timestamp.toString(), ...Object.values(fields), secret].join('')
    const signature = createHash('sha256').update(words).digest('hex')
    return judged(
      answer,
      await line({
        method: 'POST',
        path: ['webapi', 'api', 'disbursement', call],
        json: { ...fields, userId: Number.parseInt(userId, 10), email, timestamp, signature },
        answer: z.unknown(),
        refusal,
      }),
    )
  }

  /** A call of the payment API: signed over the merchant and its own words. */
  const pay = <Schema extends z.ZodType>(
    call: readonly string[],
    words: readonly string[],
    fields: Readonly<Record<string, string | number | bigint>>,
    answer: Schema,
  ): Promise<Answer<z.output<Schema>>> =>
    line({
      method: 'POST',
      path: ['webapi', 'api', 'merchant', ...call],
      json: { ...fields, merchantCode, signature: paydSignature(config, merchantCode, ...words) },
      answer,
      refusal: paymentRefusal,
    })

  return {
    createPayment: (payment) =>
      pay(['v2', 'inquiry'], signedOf(payment), fieldsOf(payment), Opened),
    transactionStatus: async (merchantOrderId) => {
      const fields = { merchantOrderId }
      const answer = await pay(['transactionStatus'], [merchantOrderId], fields, Status)
      if (answer.kind === 'rejected' && answer.status === 404) {
        return { ...answer, code: 'NOT_FOUND' }
      }
      if (answer.kind !== 'accepted') return answer
      const { statusCode, merchantOrderId: said, ...facts } = answer.value
      // An answer about another order says nothing of this one.
      if (said !== merchantOrderId) return { kind: 'unknown', why: 'unreadable' }
      return { kind: 'accepted', value: { ...facts, status: statuses[statusCode] } }
    },
    disbursementBanks: async () => {
      const answer = await disburse('listBank', BankList)
      return answer.kind === 'accepted' ? { kind: 'accepted', value: answer.value.Banks } : answer
    },
  }
}

const signedOf = ({ merchantOrderId, amount }: NewPayment): readonly string[] => [
  merchantOrderId,
  formatMoney(amount),
]

const fieldsOf = (payment: NewPayment) => ({
  paymentAmount: BigInt(formatMoney(payment.amount)),
  merchantOrderId: payment.merchantOrderId,
  productDetails,
  email: payment.email,
  paymentMethod: payment.paymentMethod,
  customerVaName: payment.payerName,
  callbackUrl: payment.callbackUrl,
  returnUrl: payment.returnUrl,
  expiryPeriod: payment.expiryMinutes,
})

/** What an answer of 200 means: what was asked for, a definite no, or that nobody knows. */
function judged<Schema extends z.ZodType>(
  schema: Schema,
  answer: Answer<unknown>,
): Answer<z.output<Schema>> {
  if (answer.kind !== 'accepted') return answer
  const said = refusal.safeParse(answer.value)
  if (!said.success) return { kind: 'unknown', why: 'unreadable' }
  const { code, message } = said.data
  if (unsure.has(code)) return { kind: 'unknown', why: 'server-error' }
  if (code !== '00') return { kind: 'rejected', code, message: plain(message), status: 200 }
  const read = schema.safeParse(answer.value)
  return read.success
    ? { kind: 'accepted', value: read.data }
    : { kind: 'unknown', why: 'unreadable' }
}
