import { z } from 'zod'
import { type Audited, audited, type OperatorOperation } from '../../../access/operator-endpoint.ts'
import { limits } from '../../../base/limits.ts'
import { formatMoney } from '../../../base/money.ts'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../database/database.ts'
import { optional, text } from '../../../http/contracts.ts'
import { notOnesOwn } from '../deciding.ts'
import { approveWithdrawals } from './decide-withdrawals.ts'
import {
  type ByRequestId,
  type WithdrawalDetails,
  withdrawalDetails,
} from './look-into-withdrawals.ts'
import type { Withdrawal } from './withdrawal.rules.ts'
import { insertApproval, isApproved } from './withdrawal-decisions.sql.ts'
import { holdOpenings } from './withdrawal-standing.sql.ts'
import { lockWithdrawals } from './withdrawals.sql.ts'

export const ApproveWithdrawal = z.object({
  note: optional(text({ max: limits.operators.reasonChars })),
})

/** A withdrawal that waits for approval, of somebody else than the operator. */
export async function lockWaiting(
  tx: Tx,
  id: string,
  by: OperatorOperation,
): Promise<Readonly<{ withdrawal: Withdrawal; suspended: boolean }>> {
  const withdrawal = (await lockWithdrawals(tx, [id])).get(id)
  if (withdrawal === undefined) return refuse('api.withdrawal_not_found')
  const owner = await notOnesOwn(tx, withdrawal.user, by)
  if (withdrawal.status !== 'PENDING_APPROVAL') return refuse('api.already_decided')
  return { withdrawal, suspended: owner.suspendedAt !== null }
}

/**
 * Says yes to a withdrawal. The last yes that is needed sends it off, in the transaction that
 * stores the yes. While withdrawals are stopped, or their owner is suspended, nobody can.
 */
export const approveWithdrawal = (
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ByRequestId> & z.output<typeof ApproveWithdrawal>,
  by: OperatorOperation,
): Promise<Audited<WithdrawalDetails>> =>
  ctx.db.inTransaction(async (tx) => {
    const { id, note = null } = input
    const { withdrawal, suspended } = await lockWaiting(tx, id, by)
    if (suspended) return refuse('api.owner_suspended')
    if (!(await holdOpenings(tx)).withdrawals) return refuse('api.withdrawal_is_inactive')
    if (!(await insertApproval(tx, id, by.operator.id, note))) {
      return refuse('api.second_operator_needed')
    }
    if (await isApproved(tx, id)) await approveWithdrawals(tx, [id])
    const details = await withdrawalDetails(tx, id)
    const { status, approvals } = details
    const amount = inWords(withdrawal)
    const change = {
      subject: { kind: 'withdrawal', id },
      before: { status: withdrawal.status, approvals: approvals - 1 },
      after: { status, approvals, amount, userId: withdrawal.user, note },
    }
    return audited(tx, by, change, details)
  })

export const inWords = ({ amount }: Pick<Withdrawal, 'amount'>): string =>
  `${formatMoney(amount)} ${amount.asset.symbol}`
