import type { RequestId } from '../../../base/values/ids.ts'
import { idr, type Money, parsePadded } from '../../../base/values/money.ts'
import { lacksBalance, type PayoutStage } from '../../../providers/payx/payment-stages.ts'
import type { Payout } from '../../../providers/payx/payouts.ts'
import { sentTextOf, type Withdrawal, type WithdrawalReport } from '../model/withdrawal.rules.ts'

/** What a callback reports of a payout; fields other than the status are null if not sent. */
export type PayoutReport = Readonly<{
  requestId: RequestId | null
  userId: string | null
  providerId: string | null
  /** The provider's word. */
  status: string
  /** Null for an unknown status, which changes nothing. */
  stage: PayoutStage | null
  /** The digits as sent. */
  amount: string | null
  failureCode: string | null
}>

/** Builds a withdrawal report of a callback's payout. */
export const withdrawalReportOf = (
  { amount, ...report }: PayoutReport,
  requestId: RequestId,
  stage: PayoutStage,
): WithdrawalReport =>
  reportAs({ ...report, requestId, stage, sentText: amount === null ? null : inWords(amount) })

/** Builds a report from payx's answer about a payout; null if its status is unknown. */
export const reportOfPayout = (
  requestId: RequestId,
  { id: providerId, status, stage, amount, failureCode }: Payout,
): WithdrawalReport | null =>
  stage === null
    ? null
    : reportAs({
        requestId,
        providerId,
        status,
        stage,
        failureCode,
        sentText: sentTextOf(amount, null),
      })

type Reported = Pick<PayoutReport, 'providerId' | 'status' | 'failureCode'> &
  Pick<WithdrawalReport, 'requestId' | 'stage' | 'sentText'>

const reportAs = (reported: Reported): WithdrawalReport => {
  const { requestId, stage, providerId, status, sentText, failureCode } = reported
  return {
    kind: 'CASH',
    requestId,
    stage,
    providerId,
    providerStatus: status,
    sentText,
    txHash: null,
    reason: stage === 'failed' || stage === 'reversed' ? reasonOf(status, failureCode) : null,
    ...(lacksBalance(failureCode) ? { isUnfunded: true } : {}),
    networkFee: null,
  }
}

const reasonOf = (status: string, failureCode: string | null): string =>
  failureCode === null ? status : `${status}: ${failureCode}`

/** Unreadable digits stay as sent, and then match no withdrawal of ours. */
function inWords(digits: string): string {
  const read = rupiahIn(digits)
  return read === null ? digits : sentTextOf(read, null)
}

function rupiahIn(digits: string): Money | null {
  const read = parsePadded(idr, digits)
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
