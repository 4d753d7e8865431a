import { compare, type Money } from '../../../../base/money.ts'
import type { Charged, PaidIn } from '../paid-in.rules.ts'
import type { AccountHolder } from './virtual-accounts.sql.ts'

/** A payment into a virtual account of payx, as a callback or payx's books have it. */
export type AccountPayment = Readonly<{
  ref: string
  accountNumber: string
  bankCode: string
  amount: Money
  /** The amount in the digits that were sent. */
  sent: string
  /** Why nobody may have it, whatever account it names. */
  odd: string | null
}>

/** What applies to virtual accounts, by the settings. */
export type AccountTerms = Readonly<{
  fee: Money
  minimum: Money
  maximum: Money
  /** From this amount on a payment is confirmed at payx before it is booked. */
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

/** An amount that no account takes is a fault of somebody's, so an operator looks at it. */
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
