import { z } from 'zod'
import { isOrderId, parseRupiah } from '../../app/deposits/payd/payd-payment.rules.ts'
import { takeOrderPayments } from '../../app/deposits/payd/take-order-payments.ts'
import { unusablePayment } from '../../app/deposits/payd/unusable-payment.ts'
import type { OrderPayment } from '../../app/deposits/payment-report.rules.ts'
import { type NoPayment, paymentEvents } from '../../app/deposits/take-payments.ts'
import { unclear } from '../../base/values/lenient.ts'
import { formatMoney } from '../../base/values/money.ts'
import type { Callback } from '../../core/inbox/callback.ts'
import { note } from '../../platform/http/contracts/callback-contracts.ts'
import { rawText, sentNumber } from '../../platform/http/contracts/contracts.ts'

/** null if the field is missing; a value that is not text equals none of payd's codes. */
const resultCode = z
  .unknown()
  .refine((sent) => sent !== unclear, 'The :attribute field format is invalid.')
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
  reference: note({ max: 100 }),
  publisherOrderId: note({ max: 100 }),
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
  ...paymentEvents((notice) => read(notice, missingResult), takeOrderPayments),
})

function read(notice: PaymentPaid, missingResult: string): OrderPayment | NoPayment {
  const { merchantOrderId: ref, reference = null, publisherOrderId = null } = notice
  const result = notice.resultCode ?? missingResult
  if (result !== succeeded) return { outcome: 'not-paid', alert: null }
  const amount = parseRupiah(notice.amount.trim())
  if (amount === null) return unusablePayment('unreadable-amount', ref, notice.amount)
  if (!isOrderId(ref)) return unusablePayment('no-order-id', ref, formatMoney(amount))
  return { method: 'ORDER', ref, account: '', amount, reference, publisherOrderId }
}

/**
 * An order was paid. The oldest form of the callback has no result: it is only sent for payments.
 */
export const orderPaid = paymentPaid('payd.deposit', { missingResult: succeeded })

/** A fixed number was paid, under the order id returned for its inquiry. */
export const numberPaid = paymentPaid('payd.notify', { missingResult: 'missing' })
