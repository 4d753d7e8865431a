import { z } from 'zod'
import { crashPoint } from '../../../base/crash-point.ts'
import { limits } from '../../../base/limits.ts'
import { slices } from '../../../base/slices.ts'
import { enqueueAll } from '../../../outbox/enqueue.ts'
import type { SendContext } from './sender.ts'
import { senders } from './senders.ts'
import { settleWithdrawals } from './settle-withdrawals.ts'
import type { Told, Withdrawal } from './withdrawal.rules.ts'
import { undecided } from './withdrawal-notice.rules.ts'
import { mayLeave } from './withdrawal-standing.sql.ts'
import { claimWithdrawals, findDueWithdrawals, putOffWithdrawals } from './withdrawals.sql.ts'

const bounds = limits.withdrawals

/** The job that follows a request or an approval: sends these at once. */
export async function sendWithdrawals(ctx: SendContext, payload: unknown): Promise<void> {
  await takeTurns(ctx, z.array(z.string()).parse(payload))
}

/** What is due: what was never sent, what nobody knows the end of, what takes long. */
export async function settleDueWithdrawals(ctx: SendContext): Promise<void> {
  await takeTurns(ctx, await findDueWithdrawals(ctx.db, bounds.settleItems))
}

async function takeTurns(ctx: SendContext, requestIds: readonly string[]): Promise<void> {
  for (const ids of slices(requestIds, bounds.sendAtOnce)) {
    const claimed = await ctx.db.inTransaction((tx) => claimWithdrawals(tx, ids, bounds.turnMs))
    const tolds = await Promise.all(claimed.map((withdrawal) => turnTo(ctx, withdrawal)))
    await store(ctx, claimed, tolds)
  }
}

/**
 * One turn to the provider, outside of any transaction. The first one sends. Every other one asks
 * first, since the one before may have been heard: only what the provider never heard of is sent
 * again, under the same id. Null when nobody knows, or nothing may leave; then the money stays
 * where it is.
 */
async function turnTo(ctx: SendContext, withdrawal: Withdrawal): Promise<Told | null> {
  const sender = senders[withdrawal.destination.kind]
  if (withdrawal.attempts > 1) {
    const found = await sender.ask(ctx, withdrawal)
    if (found.kind === 'found') return found.told
    if (found.kind === 'unknown') return null
    if (withdrawal.status === 'SUBMITTED' && !sender.neverTwice) return null
    ctx.log.info({ withdrawal: withdrawal.requestId }, 'the provider never heard of it')
  }
  if (!(await mayLeave(ctx.db, withdrawal.user))) return null
  crashPoint(ctx, 'withdrawal.before-send')
  const told = await sender.send(ctx, withdrawal)
  crashPoint(ctx, 'withdrawal.sent')
  return told
}

/** Keeps what was learned. What is still open is looked at again after a pause. */
async function store(
  ctx: SendContext,
  claimed: readonly Withdrawal[],
  tolds: readonly (Told | null)[],
): Promise<void> {
  if (claimed.length === 0) return
  const known = tolds.filter((told) => told !== null)
  const ends = known.some(({ stage }) => stage !== 'pending')
  const open = claimed.filter(({ status }, at) => {
    const told = tolds[at] ?? null
    return told === null || (told.stage === 'pending' && status === 'SUBMITTED')
  })
  if (ends) crashPoint(ctx, 'withdrawal.before-capture')
  await ctx.db.inTransaction(async (tx) => {
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
