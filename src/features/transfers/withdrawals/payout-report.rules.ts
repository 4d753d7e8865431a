import { idr, type Money, parseMoney } from '../../../base/money.ts'
import type { Payout } from '../../../providers/payx/payouts.ts'
import { saidOf, type Withdrawal, type WithdrawalReport } from './withdrawal.rules.ts'

/** The stage of each payout status of payx, in both versions of its interface. */
const stages: ReadonlyMap<string, WithdrawalReport['stage']> = new Map([
  ['ACCEPTED', 'pending'],
  ['PENDING_COMPLIANCE_ASSESSMENT', 'pending'],
  ['PENDING_COMPLIANCE_REVIEW', 'pending'],
  ['REQUESTED', 'pending'],
  ['ROUTING', 'pending'],
  ['READY', 'pending'],
  ['LOCKED', 'pending'],
  ['SUCCEEDED', 'succeeded'],
  ['FAILED', 'failed'],
  ['CANCELLED', 'failed'],
  ['COMPLIANCE_REJECTED', 'failed'],
  ['REJECTED', 'failed'],
  ['EXPIRED', 'failed'],
  ['REVERSED', 'reversed'],
])

/** null for an unknown status, which changes nothing. */
export const stageOfPayout = (status: string): WithdrawalReport['stage'] | null =>
  stages.get(status) ?? null

/** What a callback reports of a payout; fields other than the status are null if not sent. */
export type PayoutReport = Readonly<{
  requestId: string | null
  userId: string | null
  providerId: string | null
  status: string
  /** The digits as sent. */
  amount: string | null
  failureCode: string | null
}>

export const withdrawalReportOf = (
  { providerId, status, amount, failureCode }: PayoutReport,
  requestId: string,
  stage: WithdrawalReport['stage'],
): WithdrawalReport => ({
  kind: 'CASH',
  requestId,
  stage,
  providerId,
  providerStatus: status,
  said: amount === null ? null : inWords(amount),
  txHash: null,
  reason: stage === 'failed' || stage === 'reversed' ? reasonOf(status, failureCode) : null,
  networkFee: null,
})

/** Builds a report from payx's answer about a payout; null if its status is unknown. */
export function reportOfPayout(
  requestId: string,
  { id, status, amount, failureCode }: Payout,
): WithdrawalReport | null {
  const stage = stageOfPayout(status)
  if (stage === null) return null
  return {
    kind: 'CASH',
    requestId,
    stage,
    providerId: id,
    providerStatus: status,
    said: saidOf(amount, null),
    txHash: null,
    reason: stage === 'failed' || stage === 'reversed' ? reasonOf(status, failureCode) : null,
    networkFee: null,
  }
}

const reasonOf = (status: string, failureCode: string | null): string =>
  failureCode === null ? status : `${status}: ${failureCode}`

/** Unreadable digits stay as sent, and then match no withdrawal of ours. */
function inWords(digits: string): string {
  const read = rupiahIn(digits)
  return read === null ? digits : saidOf(read, null)
}

function rupiahIn(digits: string): Money | null {
  const read = parseMoney(idr, digits)
  return read.ok ? read.money : null
}

/** Why a report cannot be about the withdrawal it names; null if it can. */
export function mismatchOf(
  { user, sent, providerId, attempts }: Withdrawal,
  report: PayoutReport,
): string | null {
  if (attempts === 0) return 'it was never sent'
  if (report.userId !== String(user)) return 'it names another user'
  if (report.amount !== null && rupiahIn(report.amount)?.units !== sent.units) {
    return 'it names another amount'
  }
  const other = providerId !== null && report.providerId !== null
  return other && report.providerId !== providerId ? 'it names another payout' : null
}
