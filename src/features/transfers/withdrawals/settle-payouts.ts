import type { Tx } from '../../../database/database.ts'
import type { Outcome } from '../../../inbox/callback.ts'
import { enqueueAll } from '../../../outbox/enqueue.ts'
import type { Notice } from '../../../outbox/notices.ts'
import { mismatchOf, type PayoutReport, stageOfPayout, toldByReport } from './payout-told.rules.ts'
import { settleWithdrawals } from './settle-withdrawals.ts'
import type { Told, Withdrawal } from './withdrawal.rules.ts'
import { unknownWithdrawal } from './withdrawal-notice.rules.ts'
import { lockWithdrawals } from './withdrawals.sql.ts'

/** How ids of ours look: what has such a one may be of a transaction we do not see yet. */
const oursId = /^wd-[a-z0-9-]{8,60}$/

type Judged = Readonly<{ told: Told }> | Readonly<{ outcome: Outcome; alert: Notice }>

/**
 * Takes withdrawals of rupiah on by what payx calls us with. The call proves little, so a report
 * moves nothing unless it names a withdrawal of ours with its owner and its amount.
 */
export async function settlePayouts(
  tx: Tx,
  reports: readonly PayoutReport[],
): Promise<readonly Outcome[]> {
  const withdrawals = await lockWithdrawals(
    tx,
    reports.flatMap(({ requestId }) => (requestId === null ? [] : [requestId])),
  )
  const judged = reports.map((report) => judge(report, withdrawals.get(report.requestId ?? '')))
  const tolds = judged.flatMap((one) => ('told' in one ? [one.told] : []))
  const settled = (await settleWithdrawals(tx, tolds)).values()
  enqueueAll(
    tx,
    judged.flatMap((one) => ('told' in one ? [] : [one.alert])),
  )
  return judged.map((one) => ('told' in one ? (settled.next().value ?? 'repeated') : one.outcome))
}

function judge(report: PayoutReport, withdrawal: Withdrawal | undefined): Judged {
  const requestId = report.requestId ?? ''
  if (withdrawal?.destination.kind !== 'CASH') {
    const alert = unknownWithdrawal(toldByReport(report, requestId, 'pending'))
    const mayAppear = withdrawal === undefined && oursId.test(requestId)
    const why = 'no withdrawal of ours has this id'
    return { outcome: mayAppear ? { later: why } : 'unknown-withdrawal', alert }
  }
  const mismatch = mismatchOf(withdrawal, report)
  if (mismatch !== null) return { outcome: 'mismatch', alert: mismatched(report, mismatch) }
  const stage = stageOfPayout(report.status)
  if (stage === null) return { outcome: 'unknown-status', alert: unknownStatus(report) }
  return { told: toldByReport(report, requestId, stage) }
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
  subject: `payx speaks of the withdrawal ${report.requestId}, but ${why}`,
  data: factsOf(report),
})

const unknownStatus = (report: PayoutReport): Notice => ({
  to: 'operator',
  kind: 'provider-status-unknown',
  key: `unknown-status:payx:${report.requestId}:${report.status}`.slice(0, 600),
  severity: 'warning',
  subject: `payx says of a withdrawal that it is ${report.status}, which says nothing to us`,
  data: factsOf(report),
})
