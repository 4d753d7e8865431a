import type { UserId } from '../../../../base/ids.ts'
import { compare, idr, type Money, whole } from '../../../../base/money.ts'
import type { Notice } from '../../../../outbox/notices.ts'
import type { PaymentStatus } from '../../../../providers/payd/payments.ts'
import type { PaidIn } from '../paid-in.rules.ts'

/** What payd says was paid. Its signature vouches for the order and the amount alone. */
export type PaydPayment = Readonly<{
  merchantOrderId: string
  amount: Money
  reference: string | null
  publisherOrderId: string | null
}>

/** What payd is to collect for a user: an order of one amount, or whatever a number is paid. */
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

/** Rupiah in the one spelling that is taken: the digits of a whole number above zero. */
export const rupiahOf = (digits: string): Money | null =>
  wholeRupiah.test(digits) ? whole(idr, BigInt(digits)) : null

/**
 * Every id of ours begins with a letter. The signature sets nothing between amount and order, so
 * an id that begins with a digit may be one whose first digits belong to the amount.
 */
export const isOrderId = (id: string): boolean => /^[A-Za-z]/.test(id)

/** Ids have one length, so that none is another with something added. */
const idDigits = 24
export const orderIdOf = (bytes: Buffer): string => idFrom('TD', bytes)
export const inquiryIdOf = (bytes: Buffer): string => idFrom('TV', bytes)
const idFrom = (kind: 'TD' | 'TV', bytes: Buffer): string =>
  `${kind}${bytes.toString('hex').slice(0, idDigits).toUpperCase()}`

/** Whether an order nobody knows may be that of an inquiry which is being answered. */
export const mayYetAppear = (id: string): boolean => /^TV[0-9A-F]{24}$/.test(id)

/** A payment with its owner, who is whoever the order was opened for, at exactly its amount. */
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

/** What payd's own books say of a payment it told us of. */
export type PaydPaymentVerdict =
  | Readonly<{ kind: 'paid' }>
  | Readonly<{ kind: 'refused'; why: 'failed' | 'other-amount' }>
  /** It may yet be there: payd's books don't have it, or payd said something we can't use. */
  | Readonly<{ kind: 'unconfirmed'; why: string }>
  /** Nobody can tell yet; `counts` is whether payd was asked. */
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

/** payd told of a payment that its own books don't have: nothing was credited. */
export const refusedAlert = (payment: PaydPayment, why: string): Notice => ({
  to: 'operator',
  kind: why === 'other-amount' ? 'deposit-conflict' : 'payment-not-confirmed',
  key: `payd-refused:${paymentKey(payment)}:${why}`,
  severity: 'critical',
  subject: `A payment of ${about(payment)} was told that payd's own books do not have so`,
  data: facts(payment, why),
})

/** payd's own books have no payment yet: it is asked again. */
export const unconfirmedAlert = (payment: PaydPayment, why: string): Notice => ({
  to: 'operator',
  kind: 'payment-not-confirmed',
  key: `payd-unconfirmed:${paymentKey(payment)}`,
  severity: 'warning',
  subject: `A payment of ${about(payment)} was told that payd's own books do not have yet`,
  data: facts(payment, why),
})

/** The tries there are were of no use: a person must ask. */
export const givenUpAlert = (payment: PaydPayment, why: string): Notice => ({
  to: 'operator',
  kind: 'payment-not-confirmed',
  key: `payd-given-up:${paymentKey(payment)}:${why}`,
  severity: 'critical',
  subject: `Nobody could say whether ${about(payment)} was paid`,
  data: facts(payment, why),
})

/** Nothing was done with it, and nothing will be. */
export const unusableAlert = (sent: Readonly<{ order: string; amount: string }>): Notice => ({
  to: 'operator',
  kind: 'deposit-unreadable-amount',
  key: `unreadable-payd:${sent.order}:${sent.amount}`,
  severity: 'critical',
  subject: 'payd told of a payment whose amount or order can not be read',
  data: sent,
})
