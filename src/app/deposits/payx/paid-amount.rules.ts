import { idr, isWhole, type Money, readReported } from '../../../base/values/money.ts'

/** The amount of a payment. `odd` is why no user may be credited with it, or null. */
export type PaidAmount = Readonly<{ amount: Money; sent: string; odd: string | null }>

/** The `reference` of a report that payx's list of payments alone made. */
export const fromList = 'list'

/**
 * Parses an amount; returns null if it is unreadable. Payments are in whole rupiah; any other
 * amount is odd, cut to the ledger's decimals.
 */
export function paidAmount(sent: string): PaidAmount | null {
  const read = readReported(idr, sent)
  if (read === null) return null
  const { amount, isCut } = read
  const odd = isWhole(amount) ? null : 'not-whole-rupiah'
  return { amount, sent, odd: isCut ? 'more-decimals-than-rupiah' : odd }
}
