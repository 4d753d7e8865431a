import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import { add, compare, formatMoney, type Money } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import type { Database, Tx } from '../../../core/database/database.ts'
import type { Operator } from '../../../core/operators/operators.sql.ts'
import { readRupiah } from '../../../core/reference/settings.sql.ts'
import type { ById } from '../../../platform/access/operators/change-contracts.ts'
import { operatorCode, withStepUp } from '../../../platform/access/operators/operator-code.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import { optional, rupiahAmount } from '../../../platform/http/contracts/contracts.ts'
import { notOnesOwn } from '../../transfers/deciding.ts'
import { cashDepositLimits } from '../deposit-limits.ts'
import { decideCashDeposit } from './decide-cash-deposit.ts'
import {
  findClaim,
  findDepositApprovers,
  lockApprovals,
  lockCredits,
  sumDay,
  writeDepositApproval,
} from './deposit-decisions.sql.ts'
import { lockClaim, type ManualDeposit } from './manual-deposits.sql.ts'
import { type DepositDetails, depositDetails } from './query-deposits.ts'

export const ApproveCashDeposit = z.object({
  amount: optional(rupiahAmount({ min: 1, max: cashDepositLimits.maxRupiah })).meta({
    description: 'The amount that our bank received; by default the reported amount.',
  }),
  otpCode: optional(operatorCode).meta({
    description: 'The code of the authenticator app, if two operators must agree.',
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
 * Approves a claimed transfer for the amount received. If two operators must agree, each enters a
 * one-time code, and the second approval of the same amount credits it, once.
 */
export async function approveCashDeposit(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  input: Approval,
  by: OperatorOperation,
): Promise<Audited<DepositDetails>> {
  const proves = input.otpCode !== undefined || (await isLarge(ctx.db.read, input, by))
  const work = (tx: Tx) => approve(tx, input, { ...by, proves })
  return proves ? withStepUp(ctx, by, input.otpCode, work) : ctx.db.inTransaction(work)
}

type Approval = z.output<typeof ById> & z.output<typeof ApproveCashDeposit>

/** Checks before any lock is taken whether two operators seem to be needed. */
async function isLarge(
  db: Database['read'],
  { id, amount }: Approval,
  { operator }: OperatorOperation,
): Promise<boolean> {
  const claim = await findClaim(db, id)
  return claim !== null && takesTwo(db, claim, { amount: amount ?? claim.amount, operator })
}

/**
 * Whether two operators must agree: because of this claim alone, or because of this operator's
 * approvals or this user's credits on the current Jakarta day.
 */
async function takesTwo(
  db: Database['read'] | Tx,
  { id: deposit, user, amount: claimed }: Pick<ManualDeposit, 'id' | 'user' | 'amount'>,
  { amount, operator }: Readonly<{ amount: Money; operator: Operator }>,
): Promise<boolean> {
  const bound = await readRupiah(db, 'deposit.two_approvals_idr')
  const { approved, credited } = await sumDay(db, { operator: operator.id, user, deposit })
  return [claimed, add(approved, amount), add(credited, amount)].some(
    (sum) => compare(sum, bound) >= 0,
  )
}

type Proving = OperatorOperation & Readonly<{ proves: boolean }>

async function approve(tx: Tx, input: Approval, by: Proving): Promise<Audited<DepositDetails>> {
  const { id } = input
  await lockApprovals(tx, by.operator.id)
  const claim = await lockUndecidedClaim(tx, id, by)
  await lockCredits(tx, claim.user)
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
}

/** Stores an operator's approval; returns whether the claim needs no other. */
async function isAgreed(
  tx: Tx,
  claim: ManualDeposit,
  amount: Money,
  { operator, proves }: Proving,
): Promise<boolean> {
  const large = await takesTwo(tx, claim, { amount, operator })
  // The claim became large after the check without a lock, so no code was entered for it.
  if (large && !proves && operator.bind2FA) return refuse('auth.otp_failed')
  const { seconded, said } = await findDepositApprovers(tx, claim.id, operator.id, amount)
  const agreed = seconded || !large
  if (said && !agreed) return refuse('api.second_operator_needed')
  await writeDepositApproval(tx, claim.id, operator.id, amount)
  return agreed
}
