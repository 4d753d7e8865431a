import { formatMoney, type Money } from '../../../base/values/money.ts'
import type { OperatorNotice } from '../../../core/outbox/notices.ts'
import type { Scanned } from './credit-scanned.ts'
import type { AccountPayment } from './va-payment.rules.ts'

/** A payment that payx reported by callback and is asked to confirm. */
export type PayxReport = Readonly<{
  method: 'VA' | 'QRIS'
  ref: string
  /** The number of the virtual account, or our reference of the QR code. */
  account: string
  amount: Money
  bankCode: string | null
}>

export type ReportKey = Pick<PayxReport, 'method' | 'ref' | 'account' | 'amount'>

export const reportKey = ({ method, ref, account, amount }: ReportKey): string =>
  [method, ref, account, amount.units].join(' ')

/** payx's own record of a reported payment. */
export type PayxVerdict =
  | Readonly<{ kind: 'paid-into'; payment: AccountPayment }>
  | Readonly<{ kind: 'scanned'; payment: Scanned }>
  /** payx does not have the payment, or not as paid; it may still appear later. */
  | Readonly<{ kind: 'denied'; why: string }>
  /** payx could not be asked. */
  | Readonly<{ kind: 'unanswered'; why: string }>

/** Whether payx's record has another amount or account than the callback reported. */
export const differsFrom = (report: PayxReport, paid: AccountPayment | Scanned): boolean =>
  report.amount.units !== paid.amount.units ||
  report.account !== ('accountNumber' in paid ? paid.accountNumber : paid.externalId)

const facts = (report: PayxReport, why: string) => ({
  payment: report.ref,
  method: report.method,
  account: report.account,
  bank: report.bankCode ?? '',
  amount: formatMoney(report.amount),
  why,
})

const alert = (
  report: PayxReport,
  why: string,
  notice: Pick<OperatorNotice, 'kind' | 'severity' | 'subject'> & Readonly<{ about: string }>,
): OperatorNotice => {
  const { about, ...rest } = notice
  const key = `payx-${about}:${reportKey(report)}`
  return { to: 'operator', key: key.slice(0, 600), ...rest, data: facts(report, why) }
}

/** Nothing is credited yet; the job asks payx again. */
export const deniedAlert = (report: PayxReport, why: string): OperatorNotice =>
  alert(report, why, {
    about: 'denied',
    kind: 'payment-not-confirmed',
    severity: 'warning',
    subject: `payx's books do not have payment ${report.ref} yet, which a callback reported`,
  })

/** Nothing was credited, and payx is not asked again unless a callback redelivers the report. */
export const forgedAlert = (report: PayxReport, why: string): OperatorNotice =>
  alert(report, why, {
    about: 'refused',
    kind: 'payment-not-confirmed',
    severity: 'critical',
    subject: `payx denies payment ${report.ref}: the callback that reported it may be forged`,
  })

export const unansweredAlert = (report: PayxReport, why: string): OperatorNotice =>
  alert(report, why, {
    about: 'unanswered',
    kind: 'payment-not-confirmed',
    severity: 'critical',
    subject: `payx could not be queried about payment ${report.ref}, which waits to be credited`,
  })

/** The payment was credited as payx's own record has it. */
export const otherFactsAlert = (
  report: PayxReport,
  paid: AccountPayment | Scanned,
): OperatorNotice =>
  alert(report, `payx has ${formatMoney(paid.amount)}`, {
    about: 'differs',
    kind: 'deposit-conflict',
    severity: 'critical',
    subject: `A callback reported payment ${report.ref} with facts that differ from payx's books`,
  })
