import { idr, isPositive, isWhole, type Money, parseMoney } from '../../../base/values/money.ts'

/** A payment's amount: rupiah to credit, an odd amount for suspense, or unreadable. */
export type PaidAmount =
  | Readonly<{ kind: 'rupiah'; amount: Money }>
  | Readonly<{ kind: 'odd'; amount: Money; reason: string }>
  | Readonly<{ kind: 'unreadable' }>

/**
 * Parses an amount. Payments are in whole rupiah; any other amount is odd, cut to the ledger's
 * decimals.
 */
export function paidAmount(sent: string): PaidAmount {
  const exact = parseMoney(idr, sent)
  if (exact.ok) return judged(exact.money, 'not-whole-rupiah')
  if (exact.why !== 'too-many-decimals') return { kind: 'unreadable' }
  const shortened = parseMoney(idr, sent.slice(0, sent.indexOf('.') + 1 + idr.scale))
  return shortened.ok ? odd(shortened.money, 'more-decimals-than-rupiah') : { kind: 'unreadable' }
}

function judged(amount: Money, reason: string): PaidAmount {
  if (!isPositive(amount)) return { kind: 'unreadable' }
  return isWhole(amount) ? { kind: 'rupiah', amount } : odd(amount, reason)
}

const odd = (amount: Money, reason: string): PaidAmount =>
  isPositive(amount) ? { kind: 'odd', amount, reason } : { kind: 'unreadable' }
