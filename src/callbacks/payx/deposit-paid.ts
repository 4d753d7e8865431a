import { z } from 'zod'
import { paidAmount } from '../../app/deposits/payx/paid-amount.rules.ts'
import {
  accountReport,
  takeAccountPayments,
  takeDeniedAgain,
} from '../../app/deposits/payx/take-payments.ts'
import type { AccountPayment } from '../../app/deposits/payx/va-payment.rules.ts'
import type { Callback } from '../../core/inbox/callback.ts'
import {
  optional,
  sentNumber,
  text,
  textOrInteger,
} from '../../platform/http/contracts/contracts.ts'
import { takeReadable, type Unreadable } from './take-readable.ts'

const DepositPaid = z.object({
  id: text({ max: 100 }),
  payment_id: optional(text({ max: 100 })),
  bank_code: text({ max: 40 }),
  amount: sentNumber,
  account_number: textOrInteger({ max: 40 }),
})

type DepositPaid = z.output<typeof DepositPaid>

/** Identifies a payment; the oldest form of the callback has only the object's own id. */
const paymentOf = (notice: DepositPaid): string => notice.payment_id ?? notice.id

/** payx reports paid virtual accounts: each holder is credited once, less the fee. */
export const depositPaid: Callback<typeof DepositPaid> = {
  source: 'payx.deposit-paid',
  body: DepositPaid,
  key: paymentOf,
  apply: (tx, notices) => takeReadable(tx, notices.map(read), takeAccountPayments),
  onRedelivery: async (tx, notices) => {
    const payments = notices.map(read).flatMap((one) => ('unreadable' in one ? [] : [one]))
    await takeDeniedAgain(tx, payments.map(accountReport))
  },
}

function read(notice: DepositPaid): AccountPayment | Unreadable {
  const { amount: sent, account_number: accountNumber, bank_code: bankCode } = notice
  const ref = paymentOf(notice)
  const paid = paidAmount(sent)
  if (paid.kind === 'unreadable') {
    return { unreadable: { payment: ref, sent, account: accountNumber } }
  }
  const odd = paid.kind === 'odd' ? paid.reason : null
  return { ref, accountNumber, bankCode, amount: paid.amount, sent, odd }
}
