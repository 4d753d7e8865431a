import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import { add, compare, formatMoney, type Money } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import type { Operator } from '../../../core/operators/operators.sql.ts'
import { readRupiah } from '../../../core/reference/settings.sql.ts'
import type { ById } from '../../../platform/access/operators/change-contracts.ts'
import { decide } from '../../../platform/access/operators/decide.ts'
import { operatorCode } from '../../../platform/access/operators/operator-code.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import { optional } from '../../../platform/http/contracts/contracts.ts'
import { notOnesOwn } from '../../transfers/deciding.ts'
import { bankTransferAmount } from './claim-cash-deposit.ts'
import { decideCashDeposit } from './decide-cash-deposit.ts'
import { lockApprovals, lockCredits, sumDay } from './deposit-decisions.sql.ts'
import { lockClaim, type ManualDeposit } from './manual-deposits.sql.ts'
import { type DepositDetails, depositDetails } from './query-deposits.ts'

export const ApproveCashDeposit = z.object({
  amount: optional(bankTransferAmount).meta({
    description: 'The amount that our bank received; by default the reported amount.',
  }),
  otpCode: optional(operatorCode).meta({
    description: 'The code of the authenticator app.',
  }),
})

/** Locks an undecided claim; refuses if it is unknown, decided, or the operator's own. */
export async function lockUndecidedClaim(
  tx: Tx,
  id: number,
  by: OperatorOperation,
): Promise<ManualDeposit> {
  const claim = await lockClaim(tx, id)
  if (claim === null) return refuse('api.cash_deposit_not_found')
  await notOnesOwn(tx, claim.user, by)
  return claim.status === 'PENDING' ? claim : refuse('api.already_decided')
}

/**
 * Approves a claimed transfer for the amount received. If two operators must agree, the second
 * approval of the same amount credits it, once.
 */
export const approveCashDeposit = (
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  input: z.output<typeof ById> & z.output<typeof ApproveCashDeposit>,
  by: OperatorOperation,
): Promise<Audited<DepositDetails>> =>
  decide(ctx, by, input.otpCode, async (tx, agree) => {
    const { id } = input
    const claim = await lockUndecidedClaim(tx, id, by)
    const amount = input.amount ?? claim.amount
    const needed = await lockNeeded(tx, claim, { amount, operator: by.operator })
    const statement = amount.units.toString()
    if (await agree({ kind: 'claim', subject: id, statement, note: null, needed })) {
      await decideCashDeposit(tx, id, { kind: 'approve', amount })
    }
    const details = await depositDetails(tx, id)
    const change = {
      subject: { kind: 'deposit', id },
      before: { status: claim.status, claimed: formatMoney(claim.amount) },
      after: { status: details.status, amount: formatMoney(amount), userId: claim.user },
    }
    return audited(tx, by, change, details)
  })

/**
 * Returns how many operators must agree: two because of this claim alone, or because of this
 * operator's approvals or this user's credits on the current Jakarta day. Locks both sums.
 */
async function lockNeeded(
  tx: Tx,
  { id: deposit, user, amount: claimed }: ManualDeposit,
  { amount, operator }: Readonly<{ amount: Money; operator: Operator }>,
): Promise<number> {
  await lockApprovals(tx, operator.id)
  await lockCredits(tx, user)
  const bound = await readRupiah(tx, 'deposit.two_approvals_idr')
  const { approved, credited } = await sumDay(tx, { operator: operator.id, user, deposit })
  const sums = [claimed, add(approved, amount), add(credited, amount)]
  return sums.some((sum) => compare(sum, bound) >= 0) ? 2 : 1
}
