import { z } from 'zod'
import { formatMoney } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import { type ById, reason } from '../../../platform/access/operators/change-contracts.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import { lockUndecidedClaim } from './approve-cash-deposit.ts'
import { decideCashDeposit } from './decide-cash-deposit.ts'
import { type DepositDetails, depositDetails } from './query-deposits.ts'

export const RejectCashDeposit = z.object({ reason })

/** Rejects a claimed transfer, regardless of earlier approvals. */
export const rejectCashDeposit = (
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ById> & z.output<typeof RejectCashDeposit>,
  by: OperatorOperation,
): Promise<Audited<DepositDetails>> =>
  ctx.db.inTransaction(async (tx) => {
    const { id, reason: why } = input
    const claim = await lockUndecidedClaim(tx, id, by)
    await decideCashDeposit(tx, id, { kind: 'reject', reason: why })
    const details = await depositDetails(tx, id)
    const change = {
      subject: { kind: 'deposit', id },
      before: { status: claim.status },
      after: {
        status: details.status,
        amount: formatMoney(claim.amount),
        userId: claim.user,
        reason: why,
      },
    }
    return audited(tx, by, change, details)
  })
