import type { RequestId } from '../../../base/values/ids.ts'
import type { Tx } from '../../../core/database/database.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import { enqueueJob } from '../../../core/outbox/queue.ts'
import { giveBack } from '../model/settle-withdrawals.ts'
import { withdrawalNotice } from '../model/withdrawal-notice.rules.ts'
import { lockWithdrawals, moveWithdrawals, releaseToSend } from '../model/withdrawals.sql.ts'

/**
 * Releases approved withdrawals for sending and enqueues the job. Returns those that were waiting
 * for approval: of two concurrent decisions only one finds a withdrawal waiting.
 */
export async function approveWithdrawals(
  tx: Tx,
  requestIds: readonly RequestId[],
): Promise<ReadonlySet<RequestId>> {
  const approved = await releaseToSend(tx, requestIds)
  if (approved.length > 0) enqueueJob(tx, 'send-withdrawals', approved)
  return new Set(approved)
}

/** Rejects withdrawals that were not sent and releases their holds; returns those it rejected. */
export async function rejectWithdrawals(
  tx: Tx,
  rejections: readonly Readonly<{ requestId: RequestId; reason: string }>[],
): Promise<ReadonlySet<RequestId>> {
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
