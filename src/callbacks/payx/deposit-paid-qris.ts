import { z } from 'zod'
import type { Scanned } from '../../app/deposits/payx/credit-scanned.ts'
import { paidAmount } from '../../app/deposits/payx/paid-amount.rules.ts'
import {
  scannedReport,
  takeDeniedAgain,
  takeScanned,
} from '../../app/deposits/payx/take-payments.ts'
import type { Callback } from '../../core/inbox/callback.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import type { Notice } from '../../core/outbox/notices.ts'
import { optional, sentNumber, text } from '../../platform/http/contracts/contracts.ts'
import { qrPaymentStage } from '../../providers/payx/payment-stages.ts'
import { takeReadable, type Unreadable } from './take-readable.ts'

const name = text({ max: 100 })
const required = 'The :attribute field is required.'
const paidEvent = 'qr.payment'

/** Optional details of the payer and the app used; none of them is required. */
const details = optional(z.object({ source: optional(z.string()) }))

/**
 * The flat form of the callback, and the newer one with the payment in `data`. Other events are
 * accepted whatever they contain, so that payx does not resend events that we ignore.
 */
const DepositPaidQris = z
  .object({
    id: optional(name),
    event: optional(text({ max: 60 })),
    amount: optional(sentNumber),
    status: optional(text({ max: 60 })),
    created: optional(text({ max: 60 })),
    qr_code: optional(z.object({ external_id: name })),
    payment_details: details,
    data: optional(
      z.object({
        id: name,
        amount: optional(sentNumber),
        status: optional(text({ max: 60 })),
        created: optional(text({ max: 60 })),
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
    if (data === undefined && notice.id === undefined) missing(['id'])
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

/** payx reports paid QR codes: each owner is credited once, less the share of the fee. */
export const depositPaidQris: Callback<typeof DepositPaidQris> = {
  source: 'payx.deposit-paid-qris',
  body: DepositPaidQris,
  key: (notice) => read(notice).id,
  apply: async (tx, notices) => {
    const judged = notices.map((notice) => judge(read(notice)))
    const payments = judged.flatMap((one) => (one.is === 'payment' ? [one.payment] : []))
    const became = (await takeReadable(tx, payments, takeScanned)).values()
    enqueueAll(
      tx,
      judged.flatMap((one) => (one.is === 'unknown-status' ? [unknownStatus(one.of)] : [])),
    )
    return judged.map((one) =>
      one.is === 'payment' ? (became.next().value ?? 'repeated') : one.is,
    )
  },
  onRedelivery: async (tx, notices) => {
    const judged = notices.map((notice) => judge(read(notice)))
    const payments = judged.flatMap((one) =>
      one.is === 'payment' && !('unreadable' in one.payment) ? [one.payment] : [],
    )
    await takeDeniedAgain(tx, payments.map(scannedReport))
  },
}

type JudgedQrPayment =
  | Readonly<{ is: 'payment'; payment: Scanned | Unreadable }>
  | Readonly<{ is: 'unknown-status'; of: Read }>
  | Readonly<{ is: 'ignored' | 'not-paid' }>

/** Decides whether there is a payment to book: only a payment event that payx reports as paid. */
function judge(of: Read): JudgedQrPayment {
  const { id, event, status, amount: sent, externalId, source } = of
  if (event !== paidEvent) return { is: 'ignored' }
  const stage = qrPaymentStage(status)
  if (stage === null) return { is: 'unknown-status', of }
  if (stage === 'unpaid') return { is: 'not-paid' }
  const paid = paidAmount(sent)
  if (paid.kind === 'unreadable') {
    return { is: 'payment', payment: { unreadable: { payment: id, sent, account: externalId } } }
  }
  const odd = paid.kind === 'odd' ? paid.reason : null
  const paidAt = momentOf(of.created)
  const payment = { ref: id, externalId, amount: paid.amount, paidAt, source, sent, odd }
  return { is: 'payment', payment }
}

const moment = z.iso.datetime({ offset: true })

const momentOf = (said: string | null): Date | null => {
  const parsed = moment.safeParse(said)
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
