import { type Money, portion, type Rate } from '../../../base/values/money.ts'
import type { PaidIn } from '../paid-in.rules.ts'
import type { PayableCode } from './qris-codes.sql.ts'

/** The facts of a QR payment that decide its owner. */
export type ScannedPayment = Readonly<{
  /** Our reference, as the payment names it. */
  externalId: string
  amount: Money
  /** When it was paid; null if the provider does not report it. */
  paidAt: Date | null
}>

/** QRIS payments cost a share of the amount, rounded half up to whole rupiah. */
export const qrisFee = (amount: Money, rate: Rate): Money => portion(amount, rate, 'half-up', 0)

/**
 * Assigns a payment to the code's owner if amount and time match. A code is paid once: a later
 * payment may be the same money reported twice, so it goes to suspense.
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
