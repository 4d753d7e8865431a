import { compare, type Money } from '../../../base/values/money.ts'
import type { Charged, PaidIn } from '../paid-in.rules.ts'
import type { AccountHolder } from './virtual-accounts.sql.ts'

/** A payment into a virtual account, as a callback or payx's own records have it. */
export type AccountPayment = Readonly<{
  ref: string
  accountNumber: string
  bankCode: string
  amount: Money
  /** The amount as sent. */
  sent: string
  /** The reason why no user may be credited, whichever account it names; null if there is none. */
  odd: string | null
}>

/** The settings of virtual accounts. */
export type AccountTerms = Readonly<{
  fee: Money
  minimum: Money
  maximum: Money
  /** Payments of at least this amount are confirmed at payx before they are booked. */
  confirmFrom: Money
}>

export function chargedInto(
  payment: AccountPayment,
  holders: readonly AccountHolder[],
  terms: AccountTerms,
): Charged {
  const { ref, accountNumber, bankCode, amount, sent } = payment
  return {
    provider: 'payx',
    ref,
    method: 'VA',
    owner: ownerOf(payment, holders, terms),
    amount,
    bankCode,
    accountNumber,
    sent,
    fee: terms.fee,
  }
}

/**
 * Assigns a payment to the account's holder. A payment outside the account's bounds should not
 * exist, so it goes to suspense for an operator.
 */
function ownerOf(
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
