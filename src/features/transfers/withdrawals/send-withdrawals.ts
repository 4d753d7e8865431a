import { z } from 'zod'
import { chunks } from '../../../base/chunks.ts'
import { crashPoint } from '../../../base/crash-point.ts'
import { limits } from '../../../base/limits.ts'
import { enqueueAll } from '../../../outbox/enqueue.ts'
import { type CustodyRefusal, neverTaken, unsent } from './refusal.rules.ts'
import { findRefusals, type KeptRefusal, keepRefusals } from './refusals.sql.ts'
import type { SendContext } from './sender.ts'
import { senders } from './senders.ts'
import { settleWithdrawals } from './settle-withdrawals.ts'
import type { Withdrawal, WithdrawalReport } from './withdrawal.rules.ts'
import { mayLeave } from './withdrawal-eligibility.sql.ts'
import { refused, undecided } from './withdrawal-notice.rules.ts'
import { claimWithdrawals, findDueWithdrawals, putOffWithdrawals } from './withdrawals.sql.ts'

const bounds = limits.withdrawals

/** The job that follows a request or an approval: sends these at once. */
export async function sendWithdrawals(ctx: SendContext, payload: unknown): Promise<void> {
  await sendInTurn(ctx, z.array(z.string()).parse(payload))
}

/** What is due: what was never sent, what nobody knows the end of, what takes long. */
export async function settleDueWithdrawals(ctx: SendContext): Promise<void> {
  await sendInTurn(ctx, await findDueWithdrawals(ctx.db, bounds.settleItems))
}

/** What a turn to the provider brought. */
type Turn = Readonly<{ told: WithdrawalReport | null; refusal: CustodyRefusal | null }>

/** @transactions withdrawals are leased before their provider is called, results stored after. */
async function sendInTurn(ctx: SendContext, requestIds: readonly string[]): Promise<void> {
  for (const ids of chunks(requestIds, bounds.sendAtOnce)) {
    const [claimed, refusals] = await ctx.db.inTransaction((tx) =>
      Promise.all([
        claimWithdrawals(tx, ids, bounds.turnMs),
        findRefusals(tx, ids, bounds.refusalSettledMs),
      ]),
    )
    const turns = await Promise.all(
      claimed.map((one) => attemptSend(ctx, one, refusals.get(one.requestId) ?? null)),
    )
    await store(ctx, claimed, turns)
  }
}

const nothing: Turn = { told: null, refusal: null }

/**
 * One turn to the provider, outside of any transaction. The first one sends. Every other one asks
 * first, since the one before may have been heard: only what the provider never heard of is sent
 * again, under the same id, and nothing that it refused. Nothing is told when nobody knows, or
 * nothing may leave; then the money stays where it is.
 */
async function attemptSend(
  ctx: SendContext,
  withdrawal: Withdrawal,
  refusal: KeptRefusal | null,
): Promise<Turn> {
  const sender = senders[withdrawal.destination.kind]
  if (withdrawal.attempts > 1) {
    const found = await sender.ask(ctx, withdrawal)
    if (found.kind === 'found') return { ...nothing, told: found.told }
    if (found.kind === 'unknown') return nothing
    if (refusal !== null) {
      const ends = refusal.isSettled && neverTaken(withdrawal)
      return ends ? { ...nothing, told: unsent(withdrawal, refusal.words) } : nothing
    }
    if (withdrawal.status === 'SUBMITTED' && !sender.neverTwice) return nothing
    ctx.log.info({ withdrawal: withdrawal.requestId }, 'the provider never heard of it')
  }
  if (!(await mayLeave(ctx.db, withdrawal.user))) return nothing
  crashPoint(ctx, 'withdrawal.before-send')
  const answer = await sender.send(ctx, withdrawal)
  crashPoint(ctx, 'withdrawal.sent')
  if (answer?.kind !== 'refusal') return { ...nothing, told: answer }
  return { refusal: answer, told: await afterRefusal(ctx, withdrawal, answer) }
}

/**
 * The only request that was ever made was refused, and the provider does not know the withdrawal:
 * it was not sent. After an earlier request without an answer, that takes until it can't come any
 * more.
 */
async function afterRefusal(
  ctx: SendContext,
  withdrawal: Withdrawal,
  { isOfWithdrawal, words }: CustodyRefusal,
): Promise<WithdrawalReport | null> {
  if (!isOfWithdrawal || withdrawal.attempts > 1 || !neverTaken(withdrawal)) return null
  const found = await senders[withdrawal.destination.kind].ask(ctx, withdrawal)
  if (found.kind === 'found') return found.told
  return found.kind === 'absent' ? unsent(withdrawal, words) : null
}

/** Keeps what was learned. What is still open is looked at again after a pause. */
async function store(
  ctx: SendContext,
  claimed: readonly Withdrawal[],
  turns: readonly Turn[],
): Promise<void> {
  if (claimed.length === 0) return
  const known = turns.flatMap(({ told }) => told ?? [])
  const ends = known.some(({ stage }) => stage !== 'pending')
  const open = claimed.filter(({ status }, at) => {
    const told = turns[at]?.told ?? null
    return told === null || (told.stage === 'pending' && status === 'SUBMITTED')
  })
  const refusals = turns.flatMap(({ refusal }) => refusal ?? [])
  if (ends) crashPoint(ctx, 'withdrawal.before-capture')
  await ctx.db.inTransaction(async (tx) => {
    await keepRefusals(
      tx,
      refusals.filter(({ isOfWithdrawal }) => isOfWithdrawal),
    )
    enqueueAll(tx, refusals.map(refused))
    await settleWithdrawals(tx, known)
    await putOffWithdrawals(
      tx,
      open.map(({ requestId }) => requestId),
      bounds.pauses,
    )
    enqueueAll(tx, open.filter(isWorrying).map(undecided))
  })
  if (known.length > 0) crashPoint(ctx, ends ? 'withdrawal.captured' : 'withdrawal.submitted')
}

const isWorrying = ({ attempts }: Withdrawal): boolean =>
  attempts === bounds.undecidedTries || attempts === bounds.pauses.tries
