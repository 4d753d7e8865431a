import { type Money, portion, type Rate } from '../../../../base/money.ts'
import type { PaidIn } from '../paid-in.rules.ts'
import type { PayableCode } from './qris-codes.sql.ts'

/** What a payment of a code says of itself, as far as it decides whose the money is. */
export type ScannedPayment = Readonly<{
  /** The reference of ours it names. */
  externalId: string
  amount: Money
  /** When it was paid; null where the provider does not say. */
  paidAt: Date | null
}>

/** The word of either form of payx's interface for a payment that is through. */
const paidStatuses: ReadonlySet<string> = new Set(['COMPLETED', 'SUCCEEDED'])

export const isPaidStatus = (status: string): boolean => paidStatuses.has(status)

/** QRIS is charged a share, rounded to whole rupiah. */
export const qrisFee = (amount: Money, rate: Rate): Money => portion(amount, rate, 'half-up', 0)

/**
 * Whose a payment is: the code's owner's, when it is what the code asked for. A code is paid once,
 * so what comes after that may be the same money told twice, and an operator must see.
 */
export function ownerOfScanned(
  { amount, paidAt }: ScannedPayment,
  code: PayableCode | undefined,
): PaidIn['owner'] {
  if (code === undefined) return { suspense: 'unknown-qr-code' }
  if (code.amount.units !== amount.units) return { suspense: 'amount-differs-from-qr-code' }
  if (code.paid) return { suspense: 'qr-code-paid-already' }
  if ((paidAt ?? code.now) > code.expiresAt) return { suspense: 'qr-code-expired' }
  return { user: code.user }
}
