import { z } from 'zod'
import { crashPoint } from '../../../base/crash-point.ts'
import { chunks } from '../../../base/values/chunks.ts'
import { type RequestId, requestId } from '../../../base/values/ids.ts'
import { isTransient } from '../../../core/database/database.ts'
import { planOnce } from '../../../core/database/driver/transactions.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import { type CustodyRefusal, neverTaken, unsent } from '../model/refusal.rules.ts'
import { findRefusals, type KeptRefusal, keepRefusals } from '../model/refusals.sql.ts'
import { settleWithdrawals } from '../model/settle-withdrawals.ts'
import type { Withdrawal, WithdrawalReport } from '../model/withdrawal.rules.ts'
import { refused, undecided } from '../model/withdrawal-notice.rules.ts'
import {
  claimWithdrawals,
  findDueWithdrawals,
  putOffWithdrawals,
} from '../model/withdrawals.sql.ts'
import { mayLeave } from '../requests/withdrawal-eligibility.sql.ts'
import { withdrawalLimits } from '../withdrawal-limits.ts'
import type { SendContext } from './sender.ts'
import { senders } from './senders.ts'

/** Runs the job that follows a request or an approval: sends these withdrawals now. */
export async function sendWithdrawals(ctx: SendContext, payload: unknown): Promise<void> {
  await sendInBatches(ctx, z.array(z.string().transform(requestId)).parse(payload))
}

/** Sends or polls due withdrawals: unsent ones, and those still open at their providers. */
export async function settleDueWithdrawals(ctx: SendContext): Promise<void> {
  await sendInBatches(ctx, await findDueWithdrawals(ctx.db, withdrawalLimits.settleItems))
}

/** The result of one provider call. */
type SendResult = Readonly<{ report: WithdrawalReport | null; refusal: CustodyRefusal | null }>

/** @transactions withdrawals are leased before their provider is called, results stored after. */
async function sendInBatches(ctx: SendContext, requestIds: readonly RequestId[]): Promise<void> {
  for (const ids of chunks(requestIds, withdrawalLimits.sendAtOnce)) {
    const [claimed, refusals] = await ctx.db.inTransaction((tx) => {
      planOnce(tx)
      return Promise.all([
        claimWithdrawals(tx, ids, withdrawalLimits.leaseMs),
        findRefusals(tx, ids, withdrawalLimits.refusalSettledMs),
      ])
    })
    const results = await Promise.all(
      claimed.map((one) => attemptSend(ctx, one, refusals.get(one.requestId) ?? null)),
    )
    await store(ctx, claimed, results)
  }
}

const nothing: SendResult = { report: null, refusal: null }

/**
 * Makes one attempt at the provider, outside any transaction. The first attempt sends. Later ones
 * ask first, because an earlier one may have been received; only a withdrawal the provider never
 * received is sent again, under the same id, and never after a refusal. Returns no report if the
 * outcome is unknown or the withdrawal may not leave; its money then stays frozen.
 */
async function attemptSend(
  ctx: SendContext,
  withdrawal: Withdrawal,
  refusal: KeptRefusal | null,
): Promise<SendResult> {
  const sender = senders[withdrawal.destination.kind]
  if (withdrawal.attempts > 1) {
    const found = await sender.ask(ctx, withdrawal)
    if (found.kind === 'found') return { ...nothing, report: found.report }
    if (found.kind === 'unknown') return nothing
    if (refusal !== null) {
      const ends = refusal.isSettled && neverTaken(withdrawal)
      return ends ? { ...nothing, report: unsent(withdrawal, refusal.words) } : nothing
    }
    if (withdrawal.status === 'SUBMITTED' && !sender.neverTwice) return nothing
    ctx.log.info(
      { withdrawal: withdrawal.requestId },
      'the provider does not know the withdrawal; it is sent again',
    )
  }
  if (!(await mayLeave(ctx.db, withdrawal.requestId))) return nothing
  crashPoint(ctx, 'withdrawal.before-send')
  const answer = await sender.send(ctx, withdrawal)
  crashPoint(ctx, 'withdrawal.sent')
  if (answer?.kind !== 'refusal') return { ...nothing, report: answer }
  return { refusal: answer, report: await afterRefusal(ctx, withdrawal, answer) }
}

/**
 * After the only send attempt was refused, asks whether the provider knows the withdrawal; if not,
 * it was not sent. After several attempts returns null, because an earlier one may still arrive.
 */
async function afterRefusal(
  ctx: SendContext,
  withdrawal: Withdrawal,
  { isOfWithdrawal, words }: CustodyRefusal,
): Promise<WithdrawalReport | null> {
  if (!isOfWithdrawal || withdrawal.attempts > 1 || !neverTaken(withdrawal)) return null
  const found = await senders[withdrawal.destination.kind].ask(ctx, withdrawal)
  if (found.kind === 'found') return found.report
  return found.kind === 'absent' ? unsent(withdrawal, words) : null
}

/**
 * Stores the results. If that fails permanently, stores them one by one, so that one failure does
 * not block the others.
 *
 * @transactions if the results fail together, each is stored by itself.
 */
async function store(
  ctx: SendContext,
  claimed: readonly Withdrawal[],
  results: readonly SendResult[],
): Promise<void> {
  try {
    await storeTogether(ctx, claimed, results)
  } catch (error) {
    if (isTransient(error) || claimed.length === 1) throw error
    await Promise.allSettled(
      claimed.map((one, at) => storeTogether(ctx, [one], results.slice(at, at + 1))),
    )
    throw error
  }
}

/** Stores results in one transaction; open withdrawals are due again after a pause. */
async function storeTogether(
  ctx: SendContext,
  claimed: readonly Withdrawal[],
  results: readonly SendResult[],
): Promise<void> {
  if (claimed.length === 0) return
  const known = results.flatMap(({ report }) => report ?? [])
  const ends = known.some((report) => !isOpen(report))
  const open = claimed.filter(({ status }, at) => {
    const report = results[at]?.report ?? null
    return report === null || (isOpen(report) && status === 'SUBMITTED')
  })
  const refusals = results.flatMap(({ refusal }) => refusal ?? [])
  if (ends) crashPoint(ctx, 'withdrawal.before-capture')
  await ctx.db.inTransaction(async (tx) => {
    planOnce(tx)
    await keepRefusals(
      tx,
      refusals.filter(({ isOfWithdrawal }) => isOfWithdrawal),
    )
    enqueueAll(tx, refusals.map(refused))
    await settleWithdrawals(tx, known)
    await putOffWithdrawals(
      tx,
      open.map(({ requestId }) => requestId),
      withdrawalLimits.pauses,
    )
    enqueueAll(tx, open.filter(isWorrying).map(undecided))
  })
  if (known.length > 0) crashPoint(ctx, ends ? 'withdrawal.captured' : 'withdrawal.submitted')
}

const isOpen = ({ stage }: WithdrawalReport): boolean => stage === 'pending' || stage === 'dropped'

const isWorrying = ({ attempts }: Withdrawal): boolean =>
  attempts === withdrawalLimits.undecidedTries || attempts === withdrawalLimits.pauses.tries
