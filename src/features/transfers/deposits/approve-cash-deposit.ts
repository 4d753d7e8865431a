import { z } from 'zod'
import { type Audited, audited, type OperatorOperation } from '../../../access/operator-endpoint.ts'
import { limits } from '../../../base/limits.ts'
import { compare, formatMoney, type Money } from '../../../base/money.ts'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../database/database.ts'
import { optional, rupiahAmount } from '../../../http/contracts.ts'
import type { ById } from '../../../operators/change-contracts.ts'
import { readRupiah } from '../../../reference/settings.sql.ts'
import { notOnesOwn } from '../deciding.ts'
import { decideCashDeposit } from './decide-cash-deposit.ts'
import { findDepositVoices, writeDepositApproval } from './deposit-decisions.sql.ts'
import { type DepositDetails, depositDetails } from './look-into-deposits.ts'
import { lockClaim, type ManualDeposit } from './manual-deposits.sql.ts'

export const ApproveCashDeposit = z.object({
  amount: optional(rupiahAmount({ min: 1, max: limits.cashDeposits.maxRupiah })).meta({
    description: 'What came into our bank; without one, what was claimed.',
  }),
})

/** A claim that nobody has decided, of somebody else than the operator. */
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
 * Says that a claimed transfer came, and how much of it. From a bound on it takes two operators who
 * say the same amount; then it is credited, once.
 */
export const approveCashDeposit = (
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ById> & z.output<typeof ApproveCashDeposit>,
  by: OperatorOperation,
): Promise<Audited<DepositDetails>> =>
  ctx.db.inTransaction(async (tx) => {
    const { id } = input
    const claim = await lockUndecidedClaim(tx, id, by)
    const amount = input.amount ?? claim.amount
    if (await isAgreed(tx, claim, amount, by)) {
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

/** Notes an operator's yes, and answers whether no other is needed. */
async function isAgreed(
  tx: Tx,
  { id, amount: claimed }: ManualDeposit,
  amount: Money,
  { operator }: OperatorOperation,
): Promise<boolean> {
  const bound = await readRupiah(tx, 'deposit.two_approvals_idr')
  const large = compare(amount, bound) >= 0 || compare(claimed, bound) >= 0
  const { seconded, said } = await findDepositVoices(tx, id, operator.id, amount)
  const agreed = seconded || !large
  if (said && !agreed) return refuse('api.second_operator_needed')
  await writeDepositApproval(tx, id, operator.id, amount)
  return agreed
}
