import type { Money } from '../../base/values/money.ts'
import { shownMoney } from '../../base/values/shown-amount.ts'
import type { OperatorNotice } from '../../core/outbox/notices.ts'
import { reportLimits } from './deposit-limits.ts'
import type { DepositMethod, PaymentProvider } from './paid-in.rules.ts'

/** A payment that a callback or the provider's own record names. */
export type Payment = AccountPayment | ScannedPayment | OrderPayment

/** Two reports that differ in one of these facts are confirmed separately. */
export type ReportKey = Readonly<{
  /** VA and QRIS: payx's accounts and codes. ORDER: payd's orders, also those of fixed numbers. */
  method: DepositMethod
  /** The provider's id of the payment; for payd it is our order id. */
  ref: string
  /** The number of the virtual account or our reference of the QR code; empty for an order. */
  account: string
  amount: Money
}>

type PayxFacts = ReportKey &
  Readonly<{
    /** The bank of the account, or the app that scanned the code. */
    bankCode: string | null
    /** The amount as sent. */
    sent: string
    /** Why no user may be credited, whatever the payment names; null if there is no reason. */
    odd: string | null
    /** Set if payx's list alone named the payment. */
    reference?: string
  }>

export type AccountPayment = PayxFacts & Readonly<{ method: 'VA' }>
export type ScannedPayment = PayxFacts &
  Readonly<{
    method: 'QRIS'
    /** Null if the provider does not report it. */
    paidAt: Date | null
  }>

/** A payment of a payd order. payd's signature covers only the order id and the amount. */
export type OrderPayment = ReportKey &
  Readonly<{ method: 'ORDER'; reference: string | null; publisherOrderId: string | null }>

export const reportKey = ({ method, ref, account, amount }: ReportKey): string =>
  [method, ref, account, amount.units].join(' ')

/** A reported payment that is neither booked nor ended. */
export type OpenReport = ReportKey &
  Readonly<{
    bankCode: string | null
    reference: string | null
    publisherOrderId: string | null
    /** The queries that count towards the last one, since the last report. */
    queries: number
    isOld: boolean
    reportedAt: Date
  }>

/** The decision about a report by the provider's own record. */
export type Verdict =
  | Readonly<{ kind: 'paid'; payment: Payment }>
  /** The record contradicts the report. */
  | Readonly<{ kind: 'contradicted'; why: 'failed' | 'other-amount' }>
  /** The provider does not have the payment, or not as paid; it may still appear. */
  | Readonly<{ kind: 'denied'; why: string }>
  | Readonly<{ kind: 'unanswered'; why: string }>
  /** The provider was not queried yet. */
  | Readonly<{ kind: 'postponed'; why: string }>

export type Judged = Readonly<{ report: OpenReport; verdict: Verdict }>

type ReportState = 'ASKING' | 'BOOKED' | 'REFUSED' | 'GIVEN_UP'

/** A report in its new state, and the alerts about it. */
export type DecidedReport = OpenReport &
  Readonly<{ state: ReportState; why: string | null; alerts: readonly OperatorNotice[] }>

/**
 * Advances a report by its verdict. A payment that is paid is booked as the provider's record has
 * it. One that the provider does not confirm is queried a bounded number of times.
 */
export function decideReport({ report, verdict }: Judged): DecidedReport {
  if (verdict.kind === 'paid') {
    const { payment } = verdict
    const why = `${providerOf(report)} has ${shownMoney(payment.amount)}`
    const alerts = reportKey(payment) === reportKey(report) ? [] : [alert(report, 'differs', why)]
    return { ...report, state: 'BOOKED', why: null, alerts }
  }
  const { kind, why } = verdict
  const become = (state: ReportState, subject: Subject | null, queries = report.queries) => ({
    ...report,
    state,
    why,
    queries,
    alerts: subject === null ? [] : [alert(report, subject, why)],
  })
  const { tries, countsUnanswered, lastState } = providers[providerOf(report)]
  if (kind === 'contradicted') return become('REFUSED', 'differs')
  if (kind === 'postponed') return become('ASKING', null)
  if (kind === 'unanswered' && !countsUnanswered) {
    return become('ASKING', report.isOld ? 'unanswered' : null)
  }
  const queries = report.queries + 1
  if (queries >= tries) return become(lastState, 'ended', queries)
  return become('ASKING', kind === 'denied' ? 'denied' : null, queries)
}

const providerOf = ({ method }: ReportKey): PaymentProvider =>
  method === 'ORDER' ? 'payd' : 'payx'

/** What an alert is about. */
type Subject = 'denied' | 'differs' | 'ended' | 'unanswered'

type ProviderRules = Readonly<{
  /** Queries without a confirmation after which a report ends. */
  tries: number
  /** Whether a query that the provider does not answer counts towards the tries. */
  countsUnanswered: boolean
  lastState: ReportState
  subjects: Readonly<Record<Exclude<Subject, 'unanswered'>, (ref: string) => string>>
  factsOf: (report: OpenReport) => Readonly<Record<string, string>>
}>

const providers: Readonly<Record<PaymentProvider, ProviderRules>> = {
  payx: {
    tries: reportLimits.payxTries,
    countsUnanswered: false,
    lastState: 'REFUSED',
    subjects: {
      denied: (ref) => `payx's books do not have payment ${ref} yet, which a callback reported`,
      differs: (ref) =>
        `A callback reported payment ${ref} with facts that differ from payx's books`,
      ended: (ref) => `payx denies payment ${ref}: the callback that reported it may be forged`,
    },
    factsOf: ({ ref, method, account, bankCode, amount }) => ({
      payment: ref,
      method,
      account,
      bank: bankCode ?? '',
      amount: shownMoney(amount),
    }),
  },
  payd: {
    tries: reportLimits.paydTries,
    countsUnanswered: true,
    lastState: 'GIVEN_UP',
    subjects: {
      denied: (ref) =>
        `A payment of payd order ${ref} was reported, but payd's books do not have it yet`,
      differs: (ref) => `A payment of payd order ${ref} was reported, but payd's books differ`,
      ended: (ref) => `payd could not confirm whether payd order ${ref} was paid`,
    },
    factsOf: ({ ref, amount, reference }) => ({
      order: ref,
      reported: shownMoney(amount),
      reference: reference ?? '',
    }),
  },
}

function alert(report: OpenReport, subject: Subject, why: string): OperatorNotice {
  const provider = providerOf(report)
  const { subjects, factsOf } = providers[provider]
  const unanswered = `${provider} could not be queried about payment ${report.ref}`
  const isConflict = subject === 'differs' && why !== 'failed'
  const isFinal = subject === 'differs' || subject === 'ended'
  const key = `payment-${subject}:${reportKey(report)}${isFinal ? `:${why}` : ''}`
  return {
    to: 'operator',
    kind: isConflict ? 'deposit-conflict' : 'payment-not-confirmed',
    key: key.slice(0, 600),
    severity: subject === 'denied' ? 'warning' : 'critical',
    subject:
      subject === 'unanswered'
        ? `${unanswered}: if it is not credited yet, it waits`
        : subjects[subject](report.ref),
    data: { ...factsOf(report), why },
  }
}
