import { compare, type Money } from '../../../base/values/money.ts'
import type { Charged, PaidIn } from '../paid-in.rules.ts'
import type { AccountPayment, ScannedPayment } from '../payment-report.rules.ts'
import type { AccountHolder } from './virtual-accounts.sql.ts'

export type AccountTerms = Readonly<{
  fee: Money
  minimum: Money
  maximum: Money
}>

/**
 * Assigns a payment to the account's holder. A payment outside the account's bounds should not
 * exist, so it goes to suspense for an operator.
 */
export function ownerOfPaid(
  { amount, bankCode, odd }: AccountPayment,
  holders: readonly AccountHolder[],
  { minimum, maximum }: AccountTerms,
): PaidIn['owner'] {
  if (odd !== null) return { suspense: odd }
  const holder = holders.find((one) => one.bankCode === bankCode)
  if (holder === undefined) {
    return { suspense: holders.length > 0 ? 'account-at-another-bank' : 'unknown-account' }
  }
  if (compare(amount, minimum) < 0) return { suspense: 'below-account-minimum' }
  if (compare(amount, maximum) > 0) return { suspense: 'above-account-maximum' }
  return { user: holder.user }
}

/** The payment as it is recorded. */
export const chargedBy = (
  { ref, method, account, bankCode, amount, sent }: AccountPayment | ScannedPayment,
  owner: PaidIn['owner'],
  fee: Money,
): Charged => ({
  provider: 'payx',
  ref,
  method,
  owner,
  amount,
  bankCode,
  accountNumber: account,
  sent,
  fee,
})
