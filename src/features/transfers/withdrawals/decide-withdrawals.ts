import type { Tx } from '../../../database/database.ts'
import { enqueueAll, enqueueJob } from '../../../outbox/enqueue.ts'
import { giveBack } from './settle-withdrawals.ts'
import { withdrawalNotice } from './withdrawal-notice.rules.ts'
import { lockWithdrawals, moveWithdrawals, releaseToSend } from './withdrawals.sql.ts'

/**
 * Lets withdrawals go out that everybody has approved who must: they are due to be sent. Answers
 * those that were waiting for it; of a decision for each side only one finds them so.
 */
export async function approveWithdrawals(
  tx: Tx,
  requestIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const approved = await releaseToSend(tx, requestIds)
  if (approved.length > 0) enqueueJob(tx, 'send-withdrawals', approved)
  return new Set(approved)
}

/** Ends withdrawals that nobody has sent: their money is free again. Answers those it ended. */
export async function rejectWithdrawals(
  tx: Tx,
  rejections: readonly Readonly<{ requestId: string; reason: string }>[],
): Promise<ReadonlySet<string>> {
  const withdrawals = await lockWithdrawals(
    tx,
    rejections.map(({ requestId }) => requestId),
  )
  const rejected = await moveWithdrawals(
    tx,
    'REJECTED',
    rejections.map(({ requestId, reason }) => ({
      requestId,
      reason,
      providerId: null,
      providerStatus: null,
      txHash: null,
    })),
    null,
  )
  const ended = [...withdrawals.values()].filter(({ requestId }) => rejected.has(requestId))
  await giveBack(tx, ended)
  enqueueAll(
    tx,
    ended.map((withdrawal) => withdrawalNotice('withdrawal-failed', withdrawal)),
  )
  return rejected
}
