import { idr, type Money, parseMoney } from '../../../base/money.ts'
import type { Payout } from '../../../providers/payx/payouts.ts'
import { saidOf, type Withdrawal, type WithdrawalReport } from './withdrawal.rules.ts'

/** How far a payout has come, by payx's words; those of its newer interface are known, too. */
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

/** null for a word we do not know: nothing follows of it. */
export const stageOfPayout = (status: string): WithdrawalReport['stage'] | null =>
  stages.get(status) ?? null

/** What a callback says of a payout; of all but its status, only what was said. */
export type PayoutReport = Readonly<{
  requestId: string | null
  userId: string | null
  providerId: string | null
  status: string
  /** In the digits as they came. */
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

/** What payx answers about a payout; null where it uses a word we do not know. */
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

/** Digits that are no rupiah stay as they are, and then equal nothing of ours. */
function inWords(digits: string): string {
  const read = rupiahIn(digits)
  return read === null ? digits : saidOf(read, null)
}

function rupiahIn(digits: string): Money | null {
  const read = parseMoney(idr, digits)
  return read.ok ? read.money : null
}

/** Why a report can't be about this withdrawal, though it names it; null when it can. */
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
