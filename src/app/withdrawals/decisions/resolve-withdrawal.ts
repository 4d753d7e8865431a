import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import type { RequestId } from '../../../base/values/ids.ts'
import { compare } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import type { Database, Tx } from '../../../core/database/database.ts'
import { postAll } from '../../../core/ledger/post.ts'
import { enqueueAll, enqueueJob } from '../../../core/outbox/enqueue.ts'
import { readRupiah } from '../../../core/reference/settings.sql.ts'
import { reason } from '../../../platform/access/operators/change-contracts.ts'
import { operatorCode, withStepUp } from '../../../platform/access/operators/operator-code.ts'
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
  type ProviderStatement,
  reportOfStatement,
} from '../model/resolution.rules.ts'
import { custodianAccount, settleWithdrawals } from '../model/settle-withdrawals.ts'
import type { Withdrawal } from '../model/withdrawal.rules.ts'
import { withdrawalNotice } from '../model/withdrawal-notice.rules.ts'
import { lockWithdrawals } from '../model/withdrawals.sql.ts'
import type { SendContext } from '../sending/sender.ts'
import { senders } from '../sending/senders.ts'
import { withdrawalLimits } from '../withdrawal-limits.ts'
import { inWords } from './approve-withdrawal.ts'
import { type ByRequestId, type WithdrawalDetails, withdrawalDetails } from './query-withdrawals.ts'
import {
  clearIncident,
  closeResolutions,
  findResolutionApprovers,
  isAtRest,
  isOverdue,
  makeDue,
  markSentAfterAll,
  writeResolution,
} from './withdrawal-decisions.sql.ts'

export const ResolveWithdrawal = z.object({
  outcome: oneOf(['completed', 'failed', 'retry']),
  reason,
  otpCode: optional(operatorCode),
})

type ResolutionInput = z.output<typeof ByRequestId> & z.output<typeof ResolveWithdrawal>

/**
 * Ends a stuck or contradicted withdrawal as operators state, or retries it at the provider. The
 * provider of an open one is asked first; operators cannot end it against the provider's answer. If
 * two operators must agree, each enters a code of their authenticator.
 *
 * @transactions the provider is asked about the withdrawal before the second one resolves it.
 */
export async function resolveWithdrawal(
  ctx: SendContext & Pick<Context, 'counters' | 'random'>,
  input: ResolutionInput,
  by: OperatorOperation,
): Promise<Audited<WithdrawalDetails>> {
  const { id, outcome } = input
  const { heard, attempts, asked } = await queryProvider(ctx, id)
  const oneEnough =
    outcome === 'retry' || (await isOneEnoughNow(ctx.db.read, asked, outcome, heard))
  const resolve = async (tx: Tx) => {
    const withdrawal = await lockOne(tx, id)
    await notOnesOwn(tx, withdrawal.user, by)
    // The provider was called since, so its answer may be outdated.
    if (withdrawal.attempts !== attempts) return refuse('api.withdrawal_under_way')
    const done =
      outcome === 'retry'
        ? await settleAgain(tx, withdrawal, heard)
        : await endAs(tx, withdrawal, { outcome, heard, oneEnough, why: input.reason }, by)
    const details = await withdrawalDetails(tx, id)
    const change = {
      subject: { kind: 'withdrawal', id },
      before: { status: withdrawal.status, incident: withdrawal.incident },
      after: {
        status: details.status,
        outcome,
        done,
        amount: inWords(withdrawal),
        userId: withdrawal.user,
        reason: input.reason,
      },
    }
    return audited(tx, by, change, details)
  }
  return oneEnough ? ctx.db.inTransaction(resolve) : withStepUp(ctx, by, input.otpCode, resolve)
}

async function isOneEnoughNow(
  db: Database['read'] | Tx,
  withdrawal: Withdrawal,
  ending: Ending,
  heard: ProviderStatement,
): Promise<boolean> {
  const bound = await readRupiah(db, 'withdrawal.approval_idr')
  return isOneEnough(withdrawal, ending, heard, compare(withdrawal.worth, bound) >= 0)
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
): Promise<Readonly<{ heard: ProviderStatement; attempts: number; asked: Withdrawal }>> {
  const asked = await ctx.db.inTransaction((tx) => lockOne(tx, id))
  const { attempts, destination } = asked
  const heard = isAtProvider(asked) ? await senders[destination.kind].ask(ctx, asked) : null
  return { heard, attempts, asked }
}

/**
 * Applies the provider's answer. If the provider never received the withdrawal, sends it again
 * under the same id; refuses if that could pay twice.
 */
async function settleAgain(
  tx: Tx,
  withdrawal: Withdrawal,
  heard: ProviderStatement,
): Promise<string> {
  const { requestId, status, destination } = withdrawal
  if (heard === null || !isAtProvider(withdrawal)) return refuse('api.withdrawal_not_stuck')
  if (heard.kind === 'unknown') return refuse('api.provider_unreachable')
  if (heard.kind === 'found') {
    const [settled] = await settleWithdrawals(tx, [heard.report])
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

type Resolution = Readonly<{
  outcome: Ending
  heard: ProviderStatement
  /** Whether one operator was enough before the transaction, so that no code was required. */
  oneEnough: boolean
  why: string
}>

/** Applies the resolution after enough operators agree; returns the outcome. */
async function endAs(
  tx: Tx,
  withdrawal: Withdrawal,
  { outcome: ending, heard, oneEnough, why }: Resolution,
  { operator }: OperatorOperation,
): Promise<string> {
  const { requestId } = withdrawal
  await assertStuck(tx, withdrawal)
  if (isDenied(ending, heard)) return refuse('api.provider_says_otherwise')
  if (ending === 'failed' && !(await isAtRest(tx, requestId, withdrawalLimits.leaseMs))) {
    return refuse('api.withdrawal_under_way')
  }
  const isEnough = await isOneEnoughNow(tx, withdrawal, ending, heard)
  if (oneEnough && !isEnough) return refuse('api.withdrawal_under_way')
  const { seconded, said } = await findResolutionApprovers(tx, requestId, operator.id, ending)
  const agreed = seconded || isEnough
  if (said && !agreed) return refuse('api.second_operator_needed')
  await writeResolution(tx, requestId, operator.id, { outcome: ending, reason: why })
  if (!agreed) return 'proposed'
  await (isAtProvider(withdrawal)
    ? endOpen(tx, withdrawal, ending, heard, why)
    : correctEnded(tx, withdrawal, ending, why))
  await closeResolutions(tx, requestId)
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
  heard: ProviderStatement,
  why: string,
): Promise<void> {
  const stage = ending === 'completed' ? 'succeeded' : 'failed'
  const [settled] = await settleWithdrawals(tx, [reportOfStatement(withdrawal, stage, heard, why)])
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
  const [posted] = await postAll(tx, [chargedToOwner(withdrawal, from)])
  if (posted === 'insufficient') await postAll(tx, [chargedToHouse(withdrawal, from)])
  await markSentAfterAll(tx, withdrawal.requestId, why)
  enqueueAll(tx, [withdrawalNotice('withdrawal-completed', withdrawal)])
}
