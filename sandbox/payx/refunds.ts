import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Frame } from '../emulator.ts'
import type { Recent } from '../recent.ts'
import { Refused } from '../refused.ts'
import { type Balance, payBack } from './balance.ts'
import type { Books } from './books.ts'
import { found } from './found.ts'
import { numberToken } from './payments.ts'
import type { QrBooks } from './qr-books.ts'
import { newVersion } from './qr-codes.ts'
import { record, type Transactions, undo } from './transactions.ts'
import { ownerId } from './virtual-accounts.ts'
import { sendDeposit } from './webhooks.ts'

/** The body of `POST /control/payx/refunds`; without an amount all of it is returned. */
export const RefundPayment = z.strictObject({
  paymentId: z.string().min(1).max(100),
  amount: z.union([z.number(), z.string().regex(/^\d{1,40}(\.\d{1,20})?$/)]).optional(),
  status: z.enum(['SUCCEEDED', 'FAILED', 'PENDING']).default('SUCCEEDED'),
})

/** The body of `POST /control/payx/refunds/{id}`. */
export const EndedRefund = z.strictObject({ status: z.enum(['SUCCEEDED', 'FAILED']) })

/** The body of `POST /control/payx/reversals`. */
export const ReversedPayment = z.strictObject({ paymentId: z.string().min(1).max(100) })

/** A refund with the provider's field names; the amount is the text of its digits. */
type Refund = Readonly<{
  id: string
  payment_id: string
  invoice_id: null
  amount: string
  payment_method_type: 'QR_CODE' | 'VIRTUAL_ACCOUNT'
  channel_code: string
  country: 'ID'
  currency: 'IDR'
  status: 'SUCCEEDED' | 'FAILED' | 'PENDING'
  reason: 'CANCELLATION'
  reference_id: string
  failure_code: string | null
  refund_fee_amount: null
  created: string
  updated: string
  metadata: null
}>

export type RefundBooks = Readonly<{
  frame: Frame
  balance: Balance
  transactions: Transactions
  books: Books
  codes: QrBooks
  refunds: Recent<Refund>
}>

export const newRefundBooks = (given: Omit<RefundBooks, 'refunds'>): RefundBooks => ({
  ...given,
  refunds: given.frame.saved.list('payx.refunds'),
})

/** Returns a payment to its payer, as the provider's dashboard does, and sends the callback. */
export function refundPayment(desk: RefundBooks, asked: z.infer<typeof RefundPayment>) {
  const paid = found(paymentOf(desk, asked.paymentId))
  const { reference, paidAt, ...facts } = paid
  const now = new Date().toISOString()
  const isQr = facts.payment_method_type === 'QR_CODE'
  const refund: Refund = {
    id: `${isQr ? 'qrrf_' : 'rfd-'}${randomUUID()}`,
    payment_id: asked.paymentId,
    invoice_id: null,
    country: 'ID',
    currency: 'IDR',
    status: asked.status,
    reason: 'CANCELLATION',
    failure_code: asked.status === 'FAILED' ? 'REFUND_FAILED' : null,
    refund_fee_amount: null,
    created: now,
    updated: now,
    metadata: null,
    reference_id: reference,
    ...facts,
    amount: String(asked.amount ?? facts.amount),
  }
  const isVoid =
    isQr &&
    refund.status === 'SUCCEEDED' &&
    Number(refund.amount) === Number(facts.amount) &&
    Date.parse(now) - Date.parse(paidAt) < voidableMs
  if (isVoid) undo(desk.transactions, asked.paymentId, 'VOIDED')
  else {
    record(desk.transactions, {
      product_id: refund.id,
      type: 'REFUND',
      status: listedStatuses[refund.status],
      channel_category: refund.payment_method_type,
      channel_code: refund.channel_code,
      reference_id: reference,
      account_identifier: null,
      amount: refund.amount,
      created: now,
    })
  }
  return report(desk, refund)
}

/** Ends a refund that is pending, as its payer's bank does. */
export function endRefund(desk: RefundBooks, id: string, { status }: z.infer<typeof EndedRefund>) {
  const refund = found(desk.refunds.get(id))
  if (refund.status !== 'PENDING') throw new Refused(400, 'ENDED', 'The refund is not pending')
  const updated = new Date().toISOString()
  const listing = desk.transactions.all().find(({ product_id }) => product_id === id)
  if (listing !== undefined) {
    const ended = { ...listing, status: listedStatuses[status], updated }
    desk.transactions.put(listing.id, ended)
  }
  return report(desk, { ...refund, status, updated })
}

/** Stores a refund, pays it back if it succeeded, and sends the callback. */
function report(desk: RefundBooks, refund: Refund) {
  desk.refunds.put(refund.id, refund)
  if (refund.status === 'SUCCEEDED') payBack(desk.balance, refund.amount)
  const { amount, payment_method_type } = found(paymentOf(desk, refund.payment_id))
  const body = payment_method_type === 'QR_CODE' ? qrEvent(refund, amount) : refundEvent(refund)
  const callbackId = sendDeposit(desk.frame, paidAndRefunded, body, newVersion)
  return { ...refund, callbackId }
}

/** Reverses a payment, as the provider's staff do; nothing reports it but the list. */
export function reversePayment(desk: RefundBooks, paymentId: string) {
  const { amount } = found(paymentOf(desk, paymentId))
  payBack(desk.balance, amount)
  undo(desk.transactions, paymentId, 'REVERSED')
  return { paymentId, amount }
}

/** A code's payment that is returned whole within this time is voided: no refund is listed. */
const voidableMs = 24 * 3_600_000

const listedStatuses = { SUCCEEDED: 'SUCCESS', FAILED: 'FAILED', PENDING: 'PENDING' } as const

/** The provider has one address for paid and for refunded codes; other refunds have their own. */
const paidAndRefunded = '/api/webhook/payx/handle-deposit-paid-qris'

export const refundText = (refund: Refund): string => numberToken(refund, refund.amount)

const refundEvent = (refund: Refund): string =>
  numberToken(
    {
      event: `refund.${refund.status.toLowerCase()}`,
      business_id: ownerId,
      created: refund.created,
      data: refund,
    },
    refund.amount,
  )

const qrEvent = ({ amount, ...refund }: Refund, paid: string): string =>
  JSON.stringify({
    event: 'qr.refund',
    api_version: newVersion,
    business_id: ownerId,
    created: refund.created,
    data: {
      id: refund.id,
      qrpy_id: refund.payment_id,
      status: refund.status,
      currency: refund.currency,
      payment_amount: Number(paid),
      refund_amount: Number(amount),
      channel_code: refund.channel_code,
      reason: refund.reason,
      failure_code: refund.failure_code,
      created: refund.created,
      updated: refund.updated,
      refunded_at: refund.updated,
    },
  })

function paymentOf({ books, codes }: RefundBooks, id: string) {
  const paid = books.payments.get(id)
  if (paid !== undefined) {
    return {
      amount: paid.amount,
      payment_method_type: 'VIRTUAL_ACCOUNT' as const,
      channel_code: paid.bank_code,
      reference: paid.external_id,
      paidAt: paid.transaction_timestamp,
    }
  }
  const scanned = codes.payments.get(id)
  return scanned === undefined
    ? undefined
    : {
        amount: scanned.amount,
        payment_method_type: 'QR_CODE' as const,
        channel_code: scanned.code.channelCode ?? 'ID_DANA',
        reference: scanned.code.reference,
        paidAt: scanned.created,
      }
}
