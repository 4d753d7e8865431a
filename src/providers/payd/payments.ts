import { z } from 'zod'
import { formatMoney, type Money } from '../../base/money.ts'
import type { Config } from '../../config.ts'
import type { Answer, Outbound } from '../outbound.ts'
import { paydSignature } from './signature.ts'

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

export type Payments = Readonly<{
  /** Opens an order. After an unknown answer there may be one, which nobody can see to pay. */
  createPayment: (payment: NewPayment) => Promise<Answer<OpenedPayment>>
  /**
   * How an order stands. payd counts these calls: one for each thing it tells us, and a few, with
   * growing pauses, for each order that it tells us nothing of.
   * Rejected with `NOT_FOUND`: it knows nothing of the order, or of us.
   */
  transactionStatus: (merchantOrderId: string) => Promise<Answer<PaymentStatus>>
}>

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

/** Calls of the payment API: each is signed over the merchant and its own words. */
export function payments(line: Outbound, config: Config['payd']): Payments {
  const { merchantCode } = config
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
  }
}
