import { z } from 'zod'
import type { ScannedPayment } from '../../app/deposits/payment-report.rules.ts'
import { paidAmount } from '../../app/deposits/payx/paid-amount.rules.ts'
import { recordRefunds } from '../../app/deposits/payx/refunds.sql.ts'
import { takeScanned } from '../../app/deposits/payx/take-payments.ts'
import { unreadableAmount } from '../../app/deposits/payx/unreadable-amount.ts'
import { type NoPayment, paymentEvents } from '../../app/deposits/take-payments.ts'
import type { Callback } from '../../core/inbox/callback.ts'
import type { Notice } from '../../core/outbox/notices.ts'
import { loosely, note, sentWord } from '../../platform/http/contracts/callback-contracts.ts'
import { optional, sentNumber } from '../../platform/http/contracts/contracts.ts'
import { qrPaymentStage } from '../../providers/payx/payment-stages.ts'

const name = sentWord({ max: 100 })
const required = 'The :attribute field is required.'
const paidEvent = 'qr.payment'
const refundEvents = /^(?:qr\.)?refund\b/

/** Optional details of the payer and the app used; none of them is required. */
const details = loosely(z.object({ source: loosely(z.string()) }))

/**
 * The flat form of the callback, and the newer one with the payment in `data`. Other events need
 * neither of them, so that payx does not resend events that we ignore.
 */
const DepositPaidQris = z
  .object({
    id: optional(name),
    event: optional(sentWord({ max: 60 })),
    amount: optional(sentNumber),
    status: optional(sentWord({ max: 60 })),
    created: note({ max: 60 }),
    qr_code: optional(z.object({ external_id: name })),
    payment_details: details,
    data: optional(
      z.object({
        id: optional(name),
        amount: optional(sentNumber),
        status: optional(sentWord({ max: 60 })),
        created: note({ max: 60 }),
        reference_id: optional(name),
        payment_detail: details,
      }),
    ),
  })
  .superRefine((notice, context) => {
    const missing = (path: string[]) => {
      context.addIssue({ code: 'custom', path, message: required })
    }
    const { event, data } = notice
    if (event !== undefined && event !== paidEvent && !refundEvents.test(event)) return
    if ((data ?? notice).id === undefined) missing(data === undefined ? ['id'] : ['data', 'id'])
    if (event !== paidEvent) return
    if (data === undefined) {
      if (notice.amount === undefined) missing(['amount'])
      if (notice.status === undefined) missing(['status'])
      if (notice.qr_code === undefined) missing(['qr_code'])
      return
    }
    if (data.amount === undefined) missing(['data', 'amount'])
    if (data.status === undefined) missing(['data', 'status'])
    if (data.reference_id === undefined) missing(['data', 'reference_id'])
  })

type DepositPaidQris = z.output<typeof DepositPaidQris>

/** Either form, normalized. */
type Read = Readonly<{
  id: string
  event: string
  status: string
  amount: string
  externalId: string
  source: string | null
  created: string | null
}>

function read({ data, ...flat }: DepositPaidQris): Read {
  const one = data ?? flat
  return {
    id: one.id ?? '',
    event: flat.event ?? '',
    status: one.status ?? '',
    amount: one.amount ?? '',
    externalId: data?.reference_id ?? flat.qr_code?.external_id ?? '',
    source: (data?.payment_detail ?? flat.payment_details)?.source?.slice(0, 100) ?? null,
    created: one.created ?? flat.created ?? null,
  }
}

const payments = paymentEvents((notice: DepositPaidQris) => paymentOf(read(notice)), takeScanned)

/** payx reports paid QR codes: each owner is credited once, less the share of the fee. */
export const depositPaidQris: Callback<typeof DepositPaidQris> = {
  source: 'payx.deposit-paid-qris',
  body: DepositPaidQris,
  key: (notice) => {
    const { id, event } = read(notice)
    return id === '' ? event : id
  },
  ...payments,
  apply: async (tx, notices, ctx) => {
    const refunds = notices.map(read).filter(isRefund)
    await recordRefunds(
      tx,
      refunds.map(({ id }) => id),
    )
    return payments.apply(tx, notices, ctx)
  },
}

/**
 * payx reports refunds of codes and of other payments here. It signs nothing, so a refund is only
 * a reason to look it up.
 */
const isRefund = ({ event }: Read): boolean => refundEvents.test(event)

/** Returns the payment to book: only of a payment event that payx reports as paid. */
function paymentOf(of: Read): ScannedPayment | NoPayment {
  const { id: ref, externalId: account, source: bankCode, amount: sent } = of
  if (isRefund(of)) return { outcome: 'refund', alert: null }
  if (of.event !== paidEvent) return { outcome: 'ignored', alert: null }
  const stage = qrPaymentStage(of.status)
  if (stage === null) return { outcome: 'unknown-status', alert: unknownStatus(of) }
  if (stage === 'unpaid') return { outcome: 'not-paid', alert: null }
  const paid = paidAmount(sent)
  if (paid === null) return unreadableAmount('QRIS', { payment: ref, sent, account })
  return { method: 'QRIS', ref, account, bankCode, paidAt: momentOf(of.created), ...paid }
}

const moment = z.iso.datetime({ offset: true })

const momentOf = (text: string | null): Date | null => {
  const parsed = moment.safeParse(text)
  return parsed.success ? new Date(parsed.data) : null
}

const unknownStatus = ({ id, status, externalId, amount }: Read): Notice => ({
  to: 'operator',
  kind: 'provider-status-unknown',
  key: `unknown-status:payx:${id}:${status}`,
  severity: 'warning',
  subject: `payx reported a payment with the unknown status ${status}`,
  data: { payment: id, status, code: externalId, amount },
})
