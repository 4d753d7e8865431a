import { isRequestId, requestId } from '../../../base/values/ids.ts'
import type { Tx } from '../../../core/database/database.ts'
import type { CallbackOutcome } from '../../../core/inbox/callback.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import type { Notice } from '../../../core/outbox/notices.ts'
import { enqueueJob } from '../../../core/outbox/queue.ts'
import { settleWithdrawals } from '../model/settle-withdrawals.ts'
import { stepOf, type Withdrawal, type WithdrawalReport } from '../model/withdrawal.rules.ts'
import { unknownWithdrawal } from '../model/withdrawal-notice.rules.ts'
import { lockWithdrawals } from '../model/withdrawals.sql.ts'
import type { ReportedEnd } from './confirm-payouts.ts'
import { mismatchOf, type PayoutReport, withdrawalReportOf } from './payout-report.rules.ts'

type JudgedReport =
  | Readonly<{ report: WithdrawalReport }>
  | Readonly<{ outcome: CallbackOutcome; alert: Notice }>
  | Readonly<{ asks: ReportedEnd }>

/**
 * Settles rupiah withdrawals by payx's callbacks. A callback proves little, so it must match a
 * withdrawal's owner and amount, and it never releases money: if it reports a failure, a job asks
 * payx.
 */
export async function settlePayouts(
  tx: Tx,
  reports: readonly PayoutReport[],
): Promise<readonly CallbackOutcome[]> {
  const withdrawals = await lockWithdrawals(
    tx,
    reports.flatMap(({ requestId }) => (requestId === null ? [] : [requestId])),
  )
  const judged = reports.map((report) =>
    judge(report, withdrawals.get(report.requestId ?? unnamed)),
  )
  const withdrawalReports = judged.flatMap((one) => ('report' in one ? [one.report] : []))
  const settled = (await settleWithdrawals(tx, withdrawalReports)).values()
  enqueueAll(
    tx,
    judged.flatMap((one) => ('alert' in one ? [one.alert] : [])),
  )
  const asks = judged.flatMap((one) => ('asks' in one ? [one.asks] : []))
  if (asks.length > 0) enqueueJob(tx, 'confirm-payouts', asks)
  return judged.map((one) => {
    if ('asks' in one) return 'reported'
    return 'report' in one ? (settled.next().value ?? 'repeated') : one.outcome
  })
}

const unnamed = requestId('')

function judge(report: PayoutReport, withdrawal: Withdrawal | undefined): JudgedReport {
  const requestId = report.requestId ?? unnamed
  if (withdrawal?.destination.kind !== 'CASH') {
    const alert = unknownWithdrawal(withdrawalReportOf(report, requestId, 'pending'))
    // An unknown id of ours may belong to a transaction still uncommitted.
    const mayAppear = withdrawal === undefined && isRequestId(requestId)
    const why = 'no withdrawal of ours has this id'
    return { outcome: mayAppear ? { later: why } : 'unknown-withdrawal', alert }
  }
  const mismatch = mismatchOf(withdrawal, report)
  if (mismatch !== null) return { outcome: 'mismatch', alert: mismatched(report, mismatch) }
  const { stage } = report
  if (stage === null) return { outcome: 'unknown-status', alert: unknownStatus(report) }
  const settles = withdrawalReportOf(report, requestId, stage)
  const releases = stage === 'failed' || stage === 'reversed'
  if (!releases || stepOf(withdrawal, settles).kind === 'repeated') return { report: settles }
  return { asks: { requestId, status: report.status, denied: 0 } }
}

const factsOf = ({ requestId, userId, providerId, status, amount }: PayoutReport) => ({
  requestId: requestId ?? '',
  userId: userId ?? '',
  payout: providerId ?? '',
  status,
  amount: amount ?? '',
})

const mismatched = (report: PayoutReport, why: string): Notice => ({
  to: 'operator',
  kind: 'withdrawal-contradicted',
  key: `payout-mismatch:${Object.values(factsOf(report)).join(':')}`.slice(0, 600),
  severity: 'critical',
  subject: `payx reported the withdrawal ${report.requestId}, but ${why}`,
  data: factsOf(report),
})

const unknownStatus = (report: PayoutReport): Notice => ({
  to: 'operator',
  kind: 'provider-status-unknown',
  key: `unknown-status:payx:${report.requestId}:${report.status}`.slice(0, 600),
  severity: 'warning',
  subject: `payx reported a withdrawal with the unknown status ${report.status}`,
  data: factsOf(report),
})
