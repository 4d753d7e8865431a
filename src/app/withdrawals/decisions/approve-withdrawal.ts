import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import type { RequestId } from '../../../base/values/ids.ts'
import { formatMoney } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { operatorLimits } from '../../../core/operators/operator-limits.ts'
import { decide } from '../../../platform/access/operators/decide.ts'
import { operatorCode } from '../../../platform/access/operators/operator-code.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import { optional, text } from '../../../platform/http/contracts/contracts.ts'
import { notOnesOwn } from '../../transfers/deciding.ts'
import type { Withdrawal } from '../model/withdrawal.rules.ts'
import { lockWithdrawals } from '../model/withdrawals.sql.ts'
import { lockOpenings } from '../requests/withdrawal-eligibility.sql.ts'
import { approveWithdrawals } from './decide-withdrawals.ts'
import { type ByRequestId, type WithdrawalDetails, withdrawalDetails } from './query-withdrawals.ts'

export const ApproveWithdrawal = z.object({
  otpCode: optional(operatorCode),
  note: optional(text({ max: operatorLimits.reasonChars })),
})

/**
 * Locks a withdrawal that waits for approval; refuses if it is unknown, decided, or the operator's
 * own.
 */
export async function lockWaiting(
  tx: Tx,
  id: RequestId,
  by: OperatorOperation,
): Promise<Readonly<{ withdrawal: Withdrawal; suspended: boolean }>> {
  const withdrawal = (await lockWithdrawals(tx, [id])).get(id)
  if (withdrawal === undefined) return refuse('api.withdrawal_not_found')
  const owner = await notOnesOwn(tx, withdrawal.user, by)
  if (withdrawal.status !== 'PENDING_APPROVAL') return refuse('api.already_decided')
  return { withdrawal, suspended: owner.suspendedAt !== null }
}

/**
 * Approves a withdrawal. The last approval needed enqueues the sending in the same transaction.
 * Refuses while withdrawals are stopped or the owner is suspended.
 */
export const approveWithdrawal = (
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  input: z.output<typeof ByRequestId> & z.output<typeof ApproveWithdrawal>,
  by: OperatorOperation,
): Promise<Audited<WithdrawalDetails>> =>
  decide(ctx, by, input.otpCode, async (tx, agree) => {
    const { id, note = null } = input
    const { withdrawal, suspended } = await lockWaiting(tx, id, by)
    if (suspended) return refuse('api.owner_suspended')
    if (!(await lockOpenings(tx)).withdrawals) return refuse('api.withdrawal_is_inactive')
    const { id: subject, needed } = withdrawal
    const stated = { kind: 'withdrawal', subject, statement: 'approved', note } as const
    if (await agree({ ...stated, needed })) await approveWithdrawals(tx, [id])
    const details = await withdrawalDetails(tx, id)
    const { status, approvals } = details
    const amount = amountInWords(withdrawal)
    const change = {
      subject: { kind: 'withdrawal', id },
      before: { status: withdrawal.status },
      after: { status, approvals, amount, userId: withdrawal.user, note },
    }
    return audited(tx, by, change, details)
  })

export const amountInWords = ({ amount }: Pick<Withdrawal, 'amount'>): string =>
  `${formatMoney(amount)} ${amount.asset.symbol}`
