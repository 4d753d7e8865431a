import { z } from 'zod'
import { requestId } from '../../../base/values/ids.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import type { OperatorNotice } from '../../../core/outbox/notices.ts'
import { enqueueJob } from '../../../core/outbox/queue.ts'
import { findSentCash } from '../model/payouts.sql.ts'
import { settleWithdrawals } from '../model/settle-withdrawals.ts'
import { payxPayoutLimits } from '../withdrawal-limits.ts'
import type { SendContext, SentLookup } from './sender.ts'
import { senders } from './senders.ts'

const { payoutDeniedTries, payoutPauseMs } = payxPayoutLimits

const ReportedEnd = z.object({
  requestId: z.string().transform(requestId),
  /** The final status that a callback reported, as payx names it. */
  status: z.string(),
  /** How many times payx's own records contradicted it. */
  denied: z.int(),
})
export type ReportedEnd = z.output<typeof ReportedEnd>

/**
 * Asks payx about payouts that its callbacks report as failed, expired or sent back, and settles
 * only what its own records confirm. Each promise rejects while payx cannot be asked, so the job
 * retries with backoff.
 */
export const confirmPayouts = (ctx: SendContext, payload: unknown): Promise<void>[] =>
  z
    .array(ReportedEnd)
    .parse(payload)
    .map((reported) => confirm(ctx, reported))

async function confirm(ctx: SendContext, reported: ReportedEnd): Promise<void> {
  const sent = await findSentCash(ctx.db, reported.requestId)
  if (sent === null) return
  const found = await senders.CASH.ask(ctx, sent)
  if (found.kind === 'unknown') {
    throw new Error(`payx could not be queried about the payout of ${reported.requestId}`)
  }
  await ctx.db.inTransaction(async (tx) => {
    if (found.kind === 'found' && isEnd(found)) {
      await settleWithdrawals(tx, [found.report])
      return
    }
    const denied = reported.denied + 1
    if (denied >= payoutDeniedTries) enqueueAll(tx, [deniedEnd(reported, found)])
    else {
      const afterMs = payoutPauseMs * 2 ** reported.denied
      enqueueJob(tx, 'confirm-payouts', [{ ...reported, denied }], afterMs)
    }
  })
}

const isEnd = ({ report: { stage } }: Extract<SentLookup, { kind: 'found' }>): boolean =>
  stage === 'failed' || stage === 'reversed'

const deniedEnd = ({ requestId, status }: ReportedEnd, found: SentLookup): OperatorNotice => {
  const theirs = found.kind === 'found' ? found.report.providerStatus : 'no payout'
  return {
    to: 'operator',
    kind: 'withdrawal-contradicted',
    key: `payout-denied:${requestId}:${status}`.slice(0, 600),
    severity: 'critical',
    subject: `A callback reports ${status} of ${requestId}, but payx's books report ${theirs}`,
    data: { requestId, reported: status, theirs },
  }
}
