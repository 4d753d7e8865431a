import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { reason } from '../../../platform/access/operators/change-contracts.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import { amountInWords, lockWaiting } from './approve-withdrawal.ts'
import { rejectWithdrawals } from './decide-withdrawals.ts'
import { type ByRequestId, type WithdrawalDetails, withdrawalDetails } from './query-withdrawals.ts'

export const RejectWithdrawal = z.object({ reason })

/** Rejects a withdrawal, regardless of earlier approvals, and releases its hold. */
export const rejectWithdrawal = (
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ByRequestId> & z.output<typeof RejectWithdrawal>,
  by: OperatorOperation,
): Promise<Audited<WithdrawalDetails>> =>
  ctx.db.inTransaction(async (tx) => {
    const { id, reason: why } = input
    const { withdrawal } = await lockWaiting(tx, id, by)
    await rejectWithdrawals(tx, [{ requestId: id, reason: why }])
    const details = await withdrawalDetails(tx, id)
    const change = {
      subject: { kind: 'withdrawal', id },
      before: { status: withdrawal.status },
      after: {
        status: details.status,
        amount: amountInWords(withdrawal),
        userId: withdrawal.user,
        reason: why,
      },
    }
    return audited(tx, by, change, details)
  })
