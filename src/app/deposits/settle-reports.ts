import type { Tx } from '../../core/database/database.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import type { OperatorNotice } from '../../core/outbox/notices.ts'
import { deactivateWallet } from '../../core/reference/wallet-flags.sql.ts'
import { findRecorded } from './cash-deposits.sql.ts'
import type { Credited } from './credit-deposits.ts'
import { falseCreditLimits } from './deposit-limits.ts'
import { bookOrderPayments } from './payd/book-payments.ts'
import {
  decideReport,
  type Judged,
  type OpenReport,
  type Payment,
  reportKey,
} from './payment-report.rules.ts'
import { readDeniedCredits, writeReports } from './payment-reports.sql.ts'
import { creditAccountPayments } from './payx/credit-account-payments.ts'
import { creditScanned } from './payx/credit-scanned.ts'

/**
 * Books paid reports and stores the other verdicts; the reports are locked. Withdrawals stop if
 * payx does not have a payment as it was credited. Returns the keys of reports still open.
 */
export async function settleReports(
  tx: Tx,
  judged: readonly Judged[],
): Promise<ReadonlySet<string>> {
  const outcomes = await bookPayments(
    tx,
    judged.flatMap(({ verdict }) => (verdict.kind === 'paid' ? [verdict.payment] : [])),
  )
  await stopForFalseCredits(tx, judged, outcomes)
  const decided = judged.map(decideReport)
  await writeReports(tx, decided)
  enqueueAll(
    tx,
    decided.flatMap(({ alerts }) => alerts),
  )
  return new Set(decided.filter(({ state }) => state === 'ASKING').map(reportKey))
}

type Outcomes = ReadonlyMap<Payment, Credited>

/** Books payments that their providers have confirmed, each once; returns what became of each. */
export async function bookPayments(tx: Tx, payments: readonly Payment[]): Promise<Outcomes> {
  const outcomes = new Map<Payment, Credited>()
  const note = <Paid extends Payment>(paid: readonly Paid[], credited: readonly Credited[]) => {
    for (const [at, payment] of paid.entries()) outcomes.set(payment, credited[at] ?? 'repeated')
  }
  const accounts = payments.filter((one) => one.method === 'VA')
  note(accounts, await creditAccountPayments(tx, accounts))
  const scanned = payments.filter((one) => one.method === 'QRIS')
  note(scanned, await creditScanned(tx, scanned))
  const orders = payments.filter((one) => one.method === 'ORDER')
  note(orders, await bookOrderPayments(tx, orders))
  return outcomes
}

/**
 * Alerts operators of credited payments that payx denies, and stops withdrawals once they come to
 * a sum that matters: otherwise a leaked token could stop them with one rupiah. What the
 * users of smaller ones withdraw does not leave.
 */
async function stopForFalseCredits(
  tx: Tx,
  judged: readonly Judged[],
  outcomes: Outcomes,
): Promise<void> {
  const ofPayx = judged.filter(({ report }) => report.method !== 'ORDER')
  const denied = ofPayx.filter(
    ({ report, verdict }) => verdict.kind === 'denied' && report.queries === 0,
  )
  const credited = await findRecorded(
    tx,
    denied.map(({ report: { ref } }) => ({ provider: 'payx', ref })),
  )
  const isFalse = ({ report, verdict }: Judged): boolean => {
    if (verdict.kind === 'paid') return outcomes.get(verdict.payment) === 'conflict'
    return credited.get(`payx:${report.ref}`)?.amount === report.amount.units
  }
  const suspects = ofPayx.filter(({ verdict }) => verdict.kind === 'paid')
  const found = [...denied, ...suspects].filter(isFalse).map(({ report }) => report)
  const [first] = found
  if (first === undefined) return
  const now = found.reduce((sum, { amount }) => sum + amount.units, 0n)
  const isMuch = now + (await readDeniedCredits(tx)) >= falseCreditLimits.stopUnits
  if (isMuch) {
    await deactivateWallet(tx, 'WD', lacks(first.ref))
  }
  enqueueAll(
    tx,
    found.map((report) => falseCreditAlert(report, isMuch)),
  )
}

const stopped = 'Withdrawals were stopped'
const withheld = 'Its user withdraws nothing'
const lacks = (ref: string): string => `payx does not have payment ${ref}, which was credited`

const falseCreditAlert = (
  { ref, account, method }: OpenReport,
  isStopped: boolean,
): OperatorNotice => ({
  to: 'operator',
  kind: isStopped ? 'withdrawals-stopped' : 'payment-not-confirmed',
  key: `false-credit:payx:${ref}`.slice(0, 600),
  severity: 'critical',
  subject: `${isStopped ? stopped : withheld}: ${lacks(ref)}`.slice(0, 300),
  data: { payment: ref, method, account },
})
