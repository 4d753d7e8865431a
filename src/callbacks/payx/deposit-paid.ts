import { z } from 'zod'
import type { AccountPayment } from '../../app/deposits/payment-report.rules.ts'
import type { Accounts } from '../../app/deposits/payx/credit-account-payments.ts'
import { paidAmount } from '../../app/deposits/payx/paid-amount.rules.ts'
import { readPaidAccounts, takeAccountPayments } from '../../app/deposits/payx/take-payments.ts'
import { unreadableAmount } from '../../app/deposits/payx/unreadable-amount.ts'
import { type NoPayment, paymentEvents } from '../../app/deposits/take-payments.ts'
import type { Callback } from '../../core/inbox/callback.ts'
import { sentWord, wordOrInteger } from '../../platform/http/contracts/callback-contracts.ts'
import { optional, sentNumber } from '../../platform/http/contracts/contracts.ts'

const DepositPaid = z.object({
  id: sentWord({ max: 100 }),
  payment_id: optional(sentWord({ max: 100 })),
  bank_code: sentWord({ max: 40 }),
  amount: sentNumber,
  account_number: wordOrInteger({ max: 40 }),
})

type DepositPaid = z.output<typeof DepositPaid>

/** Identifies a payment; the oldest form of the callback has only the object's own id. */
const paymentOf = (notice: DepositPaid): string => notice.payment_id ?? notice.id

/** payx reports paid virtual accounts: each holder is credited once, less the fee. */
export const depositPaid: Callback<typeof DepositPaid, Accounts> = {
  source: 'payx.deposit-paid',
  body: DepositPaid,
  key: paymentOf,
  ahead: (tx, notices) =>
    readPaidAccounts(
      tx,
      notices.map(({ account_number }) => account_number),
    ),
  ...paymentEvents(read, takeAccountPayments),
}

function read(notice: DepositPaid): AccountPayment | NoPayment {
  const { amount: sent, account_number: account, bank_code: bankCode } = notice
  const ref = paymentOf(notice)
  const paid = paidAmount(sent)
  if (paid === null) return unreadableAmount('VA', { payment: ref, sent, account })
  return { method: 'VA', ref, account, bankCode, ...paid }
}
