import type { Tx } from '../../database/database.ts'
import { enqueueAll } from '../../outbox/enqueue.ts'
import type { CustodyReport } from './custody-report.rules.ts'

type Sent = Extract<CustodyReport, { kind: 'withdrawal' }>

/** Takes withdrawals on by what custody says became of them. */
export async function settleCoinWithdrawals(
  tx: Tx,
  reports: readonly Sent[],
): Promise<readonly string[]> {
  await enqueueAll(
    tx,
    reports.map(({ requestId, transaction: { status, assetId, amount } }) => ({
      to: 'operator',
      kind: 'withdrawal-unknown',
      key: `unknown-withdrawal:${requestId}`,
      severity: 'critical',
      subject: `Custody speaks of a withdrawal ${requestId} that we did not ask for`,
      data: { status, amount: `${amount} ${assetId}` },
    })),
  )
  return reports.map(() => 'unknown-withdrawal')
}
