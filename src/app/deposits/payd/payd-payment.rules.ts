import type { UserId } from '../../../base/values/ids.ts'
import { compare, idr, type Money, whole } from '../../../base/values/money.ts'
import type { Notice } from '../../../core/outbox/notices.ts'
import type { PaymentStatus } from '../../../providers/payd/payments.ts'
import type { PaidIn } from '../paid-in.rules.ts'

/** A payment payd reports. Its signature covers only the order id and the amount. */
export type PaydPayment = Readonly<{
  merchantOrderId: string
  amount: Money
  reference: string | null
  publisherOrderId: string | null
}>

/** An order for payd to collect: of one amount, or of any amount for a fixed number. */
export type PaydOrder = Readonly<{
  merchantOrderId: string
  user: UserId
  kind: 'ORDER' | 'VA'
  amount: Money | null
  vaNo: string | null
  status: 'REQUESTED' | 'OPEN' | 'PAID' | 'FAILED'
}>

export const paymentKey = (paid: Pick<PaydPayment, 'merchantOrderId' | 'amount'>): string =>
  `${paid.merchantOrderId} ${paid.amount.units}`

const wholeRupiah = /^[1-9][0-9]{0,14}$/

/** Parses rupiah in the one accepted format: the digits of a whole number above zero. */
export const rupiahOf = (digits: string): Money | null =>
  wholeRupiah.test(digits) ? whole(idr, BigInt(digits)) : null

/**
 * Whether an id can be ours: ours begin with a letter. The signed text has no separator between
 * amount and order id, so leading digits of an id could be moved to the amount.
 */
export const isOrderId = (id: string): boolean => /^[A-Za-z]/.test(id)

/** All ids have the same length, so that none is a prefix of another. */
const idDigits = 24
export const orderIdOf = (bytes: Buffer): string => idFrom('TD', bytes)
export const inquiryIdOf = (bytes: Buffer): string => idFrom('TV', bytes)
const idFrom = (kind: 'TD' | 'TV', bytes: Buffer): string =>
  `${kind}${bytes.toString('hex').slice(0, idDigits).toUpperCase()}`

/** Whether an unknown order id may belong to an inquiry whose order is not committed yet. */
export const mayYetAppear = (id: string): boolean => /^TV[0-9A-F]{24}$/.test(id)

/** Assigns a payment to the user its order was opened for, if the amounts match exactly. */
export function paidFor(payment: PaydPayment, order: PaydOrder | undefined): PaidIn {
  return {
    provider: 'payd',
    ref: payment.merchantOrderId,
    method: order?.kind ?? 'ORDER',
    owner: ownerOf(payment, order),
    amount: payment.amount,
    bankCode: null,
    accountNumber: order?.vaNo ?? null,
  }
}

function ownerOf({ amount }: PaydPayment, order: PaydOrder | undefined): PaidIn['owner'] {
  if (order === undefined) return { suspense: 'unknown-order' }
  const fits = order.amount === null || compare(order.amount, amount) === 0
  return fits ? { user: order.user } : { suspense: 'order-amount-differs' }
}

/** payd's own record of a reported payment. */
export type PaydPaymentVerdict =
  | Readonly<{ kind: 'paid' }>
  | Readonly<{ kind: 'refused'; why: 'failed' | 'other-amount' }>
  /** May still be paid: payd does not have it yet, or sent a response we cannot use. */
  | Readonly<{ kind: 'unconfirmed'; why: string }>
  /** Undecided; `counts` is whether payd was asked. */
  | Readonly<{ kind: 'open'; why: string; counts: boolean }>

export function verdictOf({ amount }: PaydPayment, said: PaymentStatus): PaydPaymentVerdict {
  if (said.status === 'pending') return { kind: 'unconfirmed', why: 'pending' }
  if (said.status === 'failed') return { kind: 'refused', why: 'failed' }
  const paid = rupiahOf(said.amount)
  if (paid === null) return { kind: 'unconfirmed', why: 'unreadable-amount' }
  return compare(paid, amount) === 0 ? { kind: 'paid' } : { kind: 'refused', why: 'other-amount' }
}

const facts = (payment: PaydPayment, why: string) => ({
  order: payment.merchantOrderId,
  reportedUnits: payment.amount.units.toString(),
  reference: payment.reference ?? '',
  why,
})

const about = ({ merchantOrderId }: PaydPayment): string => `payd order ${merchantOrderId}`

/** payd reported a payment that its own records contradict: nothing was credited. */
export const refusedAlert = (payment: PaydPayment, why: string): Notice => ({
  to: 'operator',
  kind: why === 'other-amount' ? 'deposit-conflict' : 'payment-not-confirmed',
  key: `payd-refused:${paymentKey(payment)}:${why}`,
  severity: 'critical',
  subject: `A payment of ${about(payment)} was reported, but payd's books differ`,
  data: facts(payment, why),
})

/** payd's own records do not have the payment yet; the job asks again. */
export const unconfirmedAlert = (payment: PaydPayment, why: string): Notice => ({
  to: 'operator',
  kind: 'payment-not-confirmed',
  key: `payd-unconfirmed:${paymentKey(payment)}`,
  severity: 'warning',
  subject: `A payment of ${about(payment)} was reported, but payd's books do not have it yet`,
  data: facts(payment, why),
})

/** All attempts to confirm the payment failed: an operator must ask payd. */
export const givenUpAlert = (payment: PaydPayment, why: string): Notice => ({
  to: 'operator',
  kind: 'payment-not-confirmed',
  key: `payd-given-up:${paymentKey(payment)}:${why}`,
  severity: 'critical',
  subject: `payd could not confirm whether ${about(payment)} was paid`,
  data: facts(payment, why),
})

/** An unreadable report was dropped, and will not be retried. */
export const unusableAlert = (sent: Readonly<{ order: string; amount: string }>): Notice => ({
  to: 'operator',
  kind: 'deposit-unreadable-amount',
  key: `unreadable-payd:${sent.order}:${sent.amount}`,
  severity: 'critical',
  subject: 'payd reported a payment with an unreadable amount or order',
  data: sent,
})
