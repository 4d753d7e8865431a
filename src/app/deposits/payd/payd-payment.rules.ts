import type { UserId } from '../../../base/values/ids.ts'
import { compare, idr, isWhole, type Money, readReported } from '../../../base/values/money.ts'
import type { PaymentStatus } from '../../../providers/payd/payments.ts'
import type { PaidIn } from '../paid-in.rules.ts'
import type { OpenReport, OrderPayment, Verdict } from '../payment-report.rules.ts'

/** An order for payd to collect: of one amount, or of any amount for a fixed number. */
export type PaydOrder = Readonly<{
  merchantOrderId: string
  user: UserId
  kind: 'ORDER' | 'VA'
  amount: Money | null
  vaNo: string | null
  status: 'REQUESTED' | 'OPEN' | 'PAID' | 'FAILED'
}>

/** Reads an amount of payd; null if it is unreadable or has more decimals than rupiah. */
export function parseRupiah(sent: string): Money | null {
  const read = readReported(idr, sent)
  return read === null || read.isCut ? null : read.amount
}

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
export const paidFor = (payment: OrderPayment, order: PaydOrder | undefined): PaidIn => ({
  provider: 'payd',
  ref: payment.ref,
  method: order?.kind ?? 'ORDER',
  owner: ownerOf(payment, order),
  amount: payment.amount,
  bankCode: null,
  accountNumber: order?.vaNo ?? null,
})

function ownerOf({ amount }: OrderPayment, order: PaydOrder | undefined): PaidIn['owner'] {
  if (order === undefined) return { suspense: 'unknown-order' }
  if (!isWhole(amount)) return { suspense: 'not-whole-rupiah' }
  const fits = order.amount === null || compare(order.amount, amount) === 0
  return fits ? { user: order.user } : { suspense: 'order-amount-differs' }
}

/** Decides a report by payd's own record of its order. */
export function verdictOf(report: OpenReport, payment: PaymentStatus): Verdict {
  if (payment.status === 'pending') return { kind: 'denied', why: 'pending' }
  if (payment.status === 'failed') return { kind: 'contradicted', why: 'failed' }
  const paid = parseRupiah(payment.amount)
  if (paid === null) return { kind: 'denied', why: 'unreadable-amount' }
  return compare(paid, report.amount) === 0
    ? paidAsReported(report)
    : { kind: 'contradicted', why: 'other-amount' }
}

/** The payment is paid as it was reported. */
export const paidAsReported = (report: OpenReport): Verdict => ({
  kind: 'paid',
  payment: { ...report, method: 'ORDER' },
})
