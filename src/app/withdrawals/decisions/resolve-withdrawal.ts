import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import type { RequestId } from '../../../base/values/ids.ts'
import { compare } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { closeAgreements } from '../../../core/decisions/agreements.sql.ts'
import { postAll } from '../../../core/ledger/post.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import { enqueueJob } from '../../../core/outbox/queue.ts'
import { readRupiah } from '../../../core/reference/settings.sql.ts'
import { postWithVats, readFeeVats } from '../../../core/taxes/fee-vats.ts'
import { reason } from '../../../platform/access/operators/change-contracts.ts'
import { type Agree, decide } from '../../../platform/access/operators/decide.ts'
import { operatorCode } from '../../../platform/access/operators/operator-code.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import { oneOf, optional } from '../../../platform/http/contracts/contracts.ts'
import { notOnesOwn } from '../../transfers/deciding.ts'
import {
  chargedToHouse,
  chargedToOwner,
  type Ending,
  isDenied,
  isOneEnough,
  keyOfLate,
  type ProviderStatement,
  reportOfStatement,
  takenWithdrawalFee,
} from '../model/resolution.rules.ts'
import { custodianAccount, settleWithdrawals } from '../model/settle-withdrawals.ts'
import type { Withdrawal } from '../model/withdrawal.rules.ts'
import { withdrawalNotice } from '../model/withdrawal-notice.rules.ts'
import { lockWithdrawals } from '../model/withdrawals.sql.ts'
import type { SendContext } from '../sending/sender.ts'
import { senders } from '../sending/senders.ts'
import { withdrawalLimits } from '../withdrawal-limits.ts'
import { amountInWords } from './approve-withdrawal.ts'
import { type ByRequestId, type WithdrawalDetails, withdrawalDetails } from './query-withdrawals.ts'
import {
  clearIncident,
  endOfWithdrawal,
  isAtRest,
  isOverdue,
  makeDue,
  markSentAfterAll,
} from './withdrawal-decisions.sql.ts'

export const ResolveWithdrawal = z.object({
  outcome: oneOf(['completed', 'failed', 'retry']),
  reason,
  otpCode: optional(operatorCode),
})

type ResolutionInput = z.output<typeof ByRequestId> & z.output<typeof ResolveWithdrawal>

/**
 * Ends a stuck or contradicted withdrawal as operators state, or retries it at the provider. The
 * provider of an open one is asked first; operators cannot end it against the provider's answer.
 *
 * @transactions the provider is asked about the withdrawal before the second one resolves it.
 */
export async function resolveWithdrawal(
  ctx: SendContext & Pick<Context, 'counters' | 'random'>,
  input: ResolutionInput,
  by: OperatorOperation,
): Promise<Audited<WithdrawalDetails>> {
  const { id, outcome, reason: why } = input
  const { statement, attempts } = await queryProvider(ctx, id)
  // A retry takes no code.
  const otpCode = outcome === 'retry' ? undefined : input.otpCode
  return decide(ctx, by, otpCode, async (tx, agree) => {
    const withdrawal = await lockOne(tx, id)
    await notOnesOwn(tx, withdrawal.user, by)
    // The provider was called since, so its answer may be outdated.
    if (withdrawal.attempts !== attempts) return refuse('api.withdrawal_under_way')
    const done =
      outcome === 'retry'
        ? await settleAgain(tx, withdrawal, statement)
        : await endAs(tx, withdrawal, { outcome, statement, why }, agree)
    const details = await withdrawalDetails(tx, id)
    const change = {
      subject: { kind: 'withdrawal', id },
      before: { status: withdrawal.status, incident: withdrawal.incident },
      after: {
        status: details.status,
        outcome,
        done,
        amount: amountInWords(withdrawal),
        userId: withdrawal.user,
        reason: why,
      },
    }
    return audited(tx, by, change, details)
  })
}

async function lockOne(tx: Tx, id: RequestId): Promise<Withdrawal> {
  return (await lockWithdrawals(tx, [id])).get(id) ?? refuse('api.withdrawal_not_found')
}

const isAtProvider = ({ status }: Withdrawal): boolean =>
  status === 'PROCESSING' || status === 'SUBMITTED'

/** Asks the provider about an open withdrawal, outside any transaction. */
async function queryProvider(
  ctx: SendContext,
  id: RequestId,
): Promise<Readonly<{ statement: ProviderStatement; attempts: number }>> {
  const asked = await ctx.db.inTransaction((tx) => lockOne(tx, id))
  const { attempts, destination } = asked
  const statement = isAtProvider(asked) ? await senders[destination.kind].ask(ctx, asked) : null
  return { statement, attempts }
}

/**
 * Applies the provider's answer. If the provider never received the withdrawal, sends it again
 * under the same id; refuses if that could pay twice.
 */
async function settleAgain(
  tx: Tx,
  withdrawal: Withdrawal,
  statement: ProviderStatement,
): Promise<string> {
  const { requestId, status, destination } = withdrawal
  if (statement === null || !isAtProvider(withdrawal)) return refuse('api.withdrawal_not_stuck')
  if (statement.kind === 'unknown') return refuse('api.provider_unreachable')
  if (statement.kind === 'found') {
    const [settled] = await settleWithdrawals(tx, [statement.report])
    if (settled === 'contradiction') return 'contradiction'
    await (settled === 'repeated' ? makeDue(tx, requestId) : clearIncident(tx, requestId))
    return settled ?? 'repeated'
  }
  if (status === 'SUBMITTED' && !senders[destination.kind].neverTwice) {
    return refuse('api.resend_unsafe')
  }
  await makeDue(tx, requestId)
  enqueueJob(tx, 'send-withdrawals', [requestId])
  return 'sent again'
}

type Resolution = Readonly<{ outcome: Ending; statement: ProviderStatement; why: string }>

/** Applies the resolution after enough operators agree; returns the outcome. */
async function endAs(
  tx: Tx,
  withdrawal: Withdrawal,
  { outcome: ending, statement, why }: Resolution,
  agree: Agree,
): Promise<string> {
  const { id: subject, requestId, worth } = withdrawal
  await assertStuck(tx, withdrawal)
  if (isDenied(ending, statement)) return refuse('api.provider_says_otherwise')
  if (ending === 'failed' && !(await isAtRest(tx, requestId, withdrawalLimits.leaseMs))) {
    return refuse('api.withdrawal_under_way')
  }
  const large = compare(worth, await readRupiah(tx, 'withdrawal.approval_idr')) >= 0
  const needed = isOneEnough(withdrawal, ending, statement, large) ? 1 : 2
  const stated = { kind: 'resolution', subject, statement: ending, note: why } as const
  // What operators stated while it was open is not about the end that it had since.
  if (!isAtProvider(withdrawal)) await closeAgreements(tx, stated, endOfWithdrawal(requestId))
  if (!(await agree({ ...stated, needed }))) return 'proposed'
  await (isAtProvider(withdrawal)
    ? endOpen(tx, withdrawal, ending, statement, why)
    : correctEnded(tx, withdrawal, ending, why))
  await clearIncident(tx, requestId)
  return ending
}

/** Refuses withdrawals that wait for approval or are neither overdue nor have an incident. */
async function assertStuck(tx: Tx, withdrawal: Withdrawal): Promise<void> {
  const { status, incident, requestId } = withdrawal
  if (status === 'PENDING_APPROVAL') refuse('api.withdrawal_not_stuck')
  if (incident !== null) return
  const { overdueSeconds } = withdrawalLimits
  const overdue = isAtProvider(withdrawal) && (await isOverdue(tx, requestId, overdueSeconds))
  if (!overdue) refuse('api.withdrawal_not_stuck')
}

async function endOpen(
  tx: Tx,
  withdrawal: Withdrawal,
  ending: Ending,
  statement: ProviderStatement,
  why: string,
): Promise<void> {
  const stage = ending === 'completed' ? 'succeeded' : 'failed'
  const [settled] = await settleWithdrawals(tx, [
    reportOfStatement(withdrawal, stage, statement, why),
  ])
  if (settled !== stage) throw new Error(`${withdrawal.requestId} was ${settled}, not ${stage}`)
}

/** Corrects a withdrawal whose final state differs from the provider's. */
async function correctEnded(
  tx: Tx,
  withdrawal: Withdrawal,
  ending: Ending,
  why: string,
): Promise<void> {
  const { status, reversed } = withdrawal
  if (ending === 'completed' && status !== 'SUCCESS') await charge(tx, withdrawal, why)
  if (ending === 'failed' && status === 'SUCCESS' && !reversed) {
    await settleWithdrawals(tx, [reportOfStatement(withdrawal, 'reversed', null, why)])
  }
}

/**
 * Charges a withdrawal that was refunded but also sent: to the owner, or to the house if the
 * owner's balance is too small.
 */
async function charge(tx: Tx, withdrawal: Withdrawal, why: string): Promise<void> {
  const from = custodianAccount[withdrawal.destination.kind]
  const taken = takenWithdrawalFee(withdrawal, keyOfLate(withdrawal.requestId))
  const vats = await readFeeVats(tx, [taken])
  const [posted] = await postWithVats(tx, [chargedToOwner(withdrawal, from)], vats)
  if (posted === 'insufficient') await postAll(tx, [chargedToHouse(withdrawal, from)])
  await markSentAfterAll(tx, withdrawal.requestId, why)
  enqueueAll(tx, [withdrawalNotice('withdrawal-completed', withdrawal)])
}
