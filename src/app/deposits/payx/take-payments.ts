import { compare, type Money, perMillion } from '../../../base/values/money.ts'
import type { Tx } from '../../../core/database/database.ts'
import { readSettings } from '../../../core/reference/settings.sql.ts'
import { creditAccountPayments, readAccounts } from './credit-account-payments.ts'
import { creditScanned, type Scanned } from './credit-scanned.ts'
import { type PayxReport, reportKey } from './payx-report.rules.ts'
import { pollReports, recordReports, reopenReports } from './payx-reports.sql.ts'
import type { AccountPayment } from './va-payment.rules.ts'

/**
 * Handles payments into virtual accounts that payx reports by callback. The callback's token does
 * not protect its body, so payments at or above the confirmation threshold are only recorded, and a
 * job asks payx. Smaller ones are credited in this transaction, without further statements.
 */
export async function takeAccountPayments(
  tx: Tx,
  payments: readonly AccountPayment[],
): Promise<readonly string[]> {
  const accounts = await readAccounts(tx, payments)
  return take(tx, payments, {
    confirmFrom: accounts.terms.confirmFrom,
    credit: (small) => creditAccountPayments(tx, small, accounts),
    reportOf: accountReport,
  })
}

/** Handles payments of QR codes in the same way. */
export async function takeScanned(
  tx: Tx,
  payments: readonly Scanned[],
): Promise<readonly string[]> {
  const settings = await readSettings(tx, ['deposit.qris_fee_ppm', 'payx.confirm_from_idr'])
  const feeRate = perMillion(settings.ppm('deposit.qris_fee_ppm'))
  return take(tx, payments, {
    confirmFrom: settings.rupiah('payx.confirm_from_idr'),
    credit: (small) => creditScanned(tx, small, feeRate),
    reportOf: scannedReport,
  })
}

type Taking<Payment> = Readonly<{
  confirmFrom: Money
  credit: (payments: readonly Payment[]) => Promise<readonly string[]>
  reportOf: (payment: Payment) => PayxReport
}>

async function take<Payment extends Readonly<{ amount: Money }>>(
  tx: Tx,
  payments: readonly Payment[],
  { confirmFrom, credit, reportOf }: Taking<Payment>,
): Promise<readonly string[]> {
  const isLarge = ({ amount }: Payment) => compare(amount, confirmFrom) >= 0
  const credited = (await credit(payments.filter((one) => !isLarge(one)))).values()
  const open = await recordReports(tx, payments.filter(isLarge).map(reportOf))
  pollReports(tx, open)
  const keys = new Set(open.map(reportKey))
  return payments.map((payment) => {
    if (!isLarge(payment)) return credited.next().value ?? 'repeated'
    return keys.has(reportKey(reportOf(payment))) ? 'reported' : 'repeated'
  })
}

/** Asks payx again about denied payments that its callbacks redeliver. */
export async function takeDeniedAgain(tx: Tx, reports: readonly PayxReport[]): Promise<void> {
  pollReports(tx, await reopenReports(tx, reports))
}

export const accountReport = (payment: AccountPayment): PayxReport => ({
  method: 'VA',
  ref: payment.ref,
  account: payment.accountNumber,
  amount: payment.amount,
  bankCode: payment.bankCode,
})

export const scannedReport = ({ ref, externalId, amount, source }: Scanned): PayxReport => ({
  method: 'QRIS',
  ref,
  account: externalId,
  amount,
  bankCode: source,
})
