import { z } from 'zod'
import { formatMoney, type Money } from '../../base/values/money.ts'
import type { Answer, Outbound } from '../outbound.ts'
import type { PaydSettings } from './payd-settings.ts'
import { paydSignature } from './signature.ts'

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

/** How an order can be paid. */
export type OpenedPayment = Readonly<{
  reference: string
  paymentUrl: string
  /** Digits as text, if the order is paid to an account number. */
  vaNumber: string | null
}>

/** The state of an order in payd's own books. */
export type PaymentStatus = Readonly<{
  status: 'paid' | 'pending' | 'failed'
  /** Whole rupiah in the digits payd sent. */
  amount: string
  reference: string
}>

export type Payments = Readonly<{
  /**
   * Opens an order. After an unknown outcome an order may exist, but the user cannot see it to pay.
   */
  createPayment: (payment: NewPayment) => Promise<Answer<OpenedPayment>>
  /**
   * Returns the state of an order. payd limits these calls: one for each of its reports, and a few,
   * with growing pauses, for each order without a report. Rejected with `NOT_FOUND` if payd does
   * not know the order, or us.
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

/** The format of refusals of payment calls, in addition to their HTTP status. */
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

/** Calls the payment API; each call is signed over the merchant and its own fields. */
export function payments(line: Outbound, config: PaydSettings): Payments {
  const { merchantCode } = config
  const signing = { ...config, apiKey: config.apiKeys[0] }
  const pay = <Schema extends z.ZodType>(
    call: readonly string[],
    words: readonly string[],
    fields: Readonly<Record<string, string | number | bigint>>,
    answer: Schema,
  ): Promise<Answer<z.output<Schema>>> =>
    line({
      method: 'POST',
      path: ['webapi', 'api', 'merchant', ...call],
      json: { ...fields, merchantCode, signature: paydSignature(signing, merchantCode, ...words) },
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
      const { statusCode, merchantOrderId: reportedOrderId, ...facts } = answer.value
      // A response about another order says nothing about this one.
      if (reportedOrderId !== merchantOrderId) return { kind: 'unknown', why: 'unreadable' }
      return { kind: 'accepted', value: { ...facts, status: statuses[statusCode] } }
    },
  }
}
