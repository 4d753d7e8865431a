import { z } from 'zod'
import {
  type PaydPayment,
  rupiahOf,
  unusableAlert,
} from '../../app/deposits/payd/payd-payment.rules.ts'
import { reportEndedAgain, reportPaydPayments } from '../../app/deposits/payd/report-payments.ts'
import type { Callback } from '../../core/inbox/callback.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { optional, rawText, sentNumber, text } from '../../platform/http/contracts/contracts.ts'

/** null if the field is missing; a value that is not text equals none of payd's codes. */
const resultCode = z
  .unknown()
  .optional()
  .transform((sent): string | null => {
    if (sent === undefined) return null
    return typeof sent === 'string' ? sent : 'no text'
  })
  .meta({ type: 'string' })

const PaymentPaid = z.object({
  merchantCode: rawText({ max: 100 }),
  amount: sentNumber,
  merchantOrderId: rawText({ max: 100 }),
  resultCode,
  reference: optional(text({ max: 100 })),
  publisherOrderId: optional(text({ max: 100 })),
})

type PaymentPaid = z.output<typeof PaymentPaid>

const succeeded = '00'

/**
 * payd reports a paid order. The reported result is not signed: a failure is ignored, and a success
 * is only a reason to query payd's own records.
 */
const paymentPaid = (
  source: string,
  { missingResult }: Readonly<{ missingResult: string }>,
): Callback<typeof PaymentPaid> => ({
  source,
  body: PaymentPaid,
  key: ({ merchantOrderId }) => merchantOrderId,
  apply: async (tx, notices) => {
    const read = notices.map((notice) => readPayment(notice, missingResult))
    const payments = read.filter((one) => typeof one !== 'string')
    const outcomes = (await reportPaydPayments(tx, payments)).values()
    const unreadable = notices.filter((_, index) => read[index] === 'unreadable-amount')
    enqueueAll(
      tx,
      unreadable.map(({ merchantOrderId: order, amount }) => unusableAlert({ order, amount })),
    )
    return read.map((one) =>
      typeof one === 'string' ? one : (outcomes.next().value ?? 'repeated'),
    )
  },
  onRedelivery: async (tx, notices) => {
    const read = notices.map((notice) => readPayment(notice, missingResult))
    await reportEndedAgain(
      tx,
      read.filter((one) => typeof one !== 'string'),
    )
  },
})

const readPayment = (notice: PaymentPaid, missingResult: string) =>
  (notice.resultCode ?? missingResult) === succeeded ? paymentOf(notice) : 'not-paid'

function paymentOf(notice: PaymentPaid): PaydPayment | 'unreadable-amount' {
  const amount = rupiahOf(notice.amount)
  if (amount === null) return 'unreadable-amount'
  return {
    merchantOrderId: notice.merchantOrderId,
    amount,
    reference: notice.reference ?? null,
    publisherOrderId: notice.publisherOrderId ?? null,
  }
}

/**
 * An order was paid. The oldest form of the callback has no result: it is only sent for payments.
 */
export const orderPaid = paymentPaid('payd.deposit', { missingResult: succeeded })

/** A fixed number was paid, under the order id returned for its inquiry. */
export const numberPaid = paymentPaid('payd.notify', { missingResult: 'missing' })
