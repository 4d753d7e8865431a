import { type Money, portion, type Rate } from '../../../base/values/money.ts'
import type { QrPayment } from '../../../providers/payx/qr-codes.ts'
import type { PaidIn } from '../paid-in.rules.ts'
import type { ScannedPayment } from '../payment-report.rules.ts'
import { paidAmount } from './paid-amount.rules.ts'
import type { PayableCode } from './qris-codes.sql.ts'

/** QRIS payments cost a share of the amount, rounded half up to whole rupiah. */
export const qrisFee = (amount: Money, rate: Rate): Money => portion(amount, rate, 'half-up', 0)

/** A payment as payx's own record has it; null if its amount is unreadable. */
export function scannedPayment({
  id: ref,
  externalId: account,
  amount,
  source: bankCode,
  createdAt: paidAt,
}: QrPayment): ScannedPayment | null {
  const paid = paidAmount(amount)
  return paid === null ? null : { method: 'QRIS', ref, account, bankCode, paidAt, ...paid }
}

/**
 * Assigns a payment to the code's owner if amount and time match. A code is paid once: a later
 * payment may be the same money reported twice, so it goes to suspense.
 */
export function ownerOfScanned(
  { amount, odd, paidAt }: ScannedPayment,
  code: PayableCode | undefined,
): PaidIn['owner'] {
  if (odd !== null) return { suspense: odd }
  if (code === undefined) return { suspense: 'unknown-qr-code' }
  if (code.amount.units !== amount.units) return { suspense: 'amount-differs-from-qr-code' }
  if (code.paid) return { suspense: 'qr-code-paid-already' }
  if ((paidAt ?? code.now) > code.expiresAt) return { suspense: 'qr-code-expired' }
  return { user: code.user }
}
