import { z } from 'zod'
import { noteLook } from '../../../../access/operators/operator-endpoint.ts'
import { userId } from '../../../../base/ids.ts'
import { formatMoney } from '../../../../base/money.ts'
import { openBounds, openPageOf } from '../../../../base/page.ts'
import { refuse } from '../../../../base/refusal.ts'
import type { Context } from '../../../../context.ts'
import type { Database, Tx } from '../../../../database/database.ts'
import { fileUrl } from '../../../../files/file-url.ts'
import { oneOf, optional, timeOf, wireId } from '../../../../http/contracts.ts'
import type { HttpRequest } from '../../../../http/endpoint.ts'
import { openPage, pageFields } from '../../../../http/lists.ts'
import type { ById } from '../../../../operators/change-contracts.ts'
import type { Operator } from '../../../../operators/operators.sql.ts'
import { mayActAs } from '../../../../operators/roles.ts'
import { Voice } from '../../deciding.ts'
import { CashDetails, openDetails } from './cash-details.ts'
import {
  type DecidedDeposit,
  findClaim,
  listClaims,
  listDepositApprovals,
} from './deposit-decisions.sql.ts'

const states = ['PENDING', 'COMPLETED', 'REJECTED'] as const

export const ListDeposits = z.object({
  status: optional(oneOf(states)),
  user: optional(wireId),
  ...pageFields,
})

const nullableText = z.string().nullable()

const DepositView = z.object({
  id: z.int(),
  userId: z.int(),
  email: z.string(),
  symbol: z.string(),
  amount: z.string(),
  status: z.string().meta({ enum: states }),
  review: nullableText.meta({ description: 'What an operator should know before deciding.' }),
  reason: nullableText,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
})

export const DepositViews = openPage(DepositView)

export const DepositDetails = DepositView.extend({
  reference: z.string(),
  approvals: z.array(z.object({ operator: Voice, amount: z.string(), at: z.iso.datetime() })),
})

export type DepositDetails = z.input<typeof DepositDetails>

/** Includes the proof and the stated payer, which only operators who may decide about money see. */
export const SeenDeposit = DepositDetails.extend({
  proofUrl: nullableText.meta({ description: 'Opens for five minutes.' }),
  paidBy: CashDetails.nullable(),
})

const shown = ({ amount, user, ...claim }: DecidedDeposit): z.input<typeof DepositView> => ({
  id: claim.id,
  userId: user,
  email: claim.email,
  symbol: amount.asset.symbol,
  amount: formatMoney(amount),
  status: claim.status,
  review: claim.review,
  reason: claim.reason,
  createdAt: claim.createdAt.toISOString(),
  updatedAt: claim.updatedAt.toISOString(),
  completedAt: timeOf(claim.completedAt),
})

/** Lists claimed transfers, oldest first. */
export async function showDeposits(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListDeposits>,
): Promise<z.input<typeof DepositViews>> {
  const filter = {
    status: input.status ?? null,
    user: input.user === undefined ? null : userId(input.user),
  }
  const found = await listClaims(ctx.db, filter, openBounds(input))
  return openPageOf(found.map(shown), input)
}

/** Returns a claimed transfer without its proof and stated payer. */
export async function depositDetails(
  db: Tx | Database['read'],
  id: number,
): Promise<DepositDetails> {
  return detailsOf(db, await claimOf(db, id))
}

async function claimOf(db: Tx | Database['read'], id: number): Promise<DecidedDeposit> {
  return (await findClaim(db, id)) ?? refuse('api.cash_deposit_not_found')
}

async function detailsOf(
  db: Tx | Database['read'],
  claim: DecidedDeposit,
): Promise<DepositDetails> {
  const approvals = await listDepositApprovals(db, claim.id)
  return {
    ...shown(claim),
    reference: `manual:${claim.ref}`,
    approvals: approvals.map(({ operator, amount, at }) => ({
      operator,
      amount: formatMoney(amount),
      at: at.toISOString(),
    })),
  }
}

/**
 * Returns one claimed transfer. Only operators who may decide about money see the proof and the
 * stated payer; the audit log records which view was opened.
 */
export async function lookAtDeposit(
  ctx: Pick<Context, 'clock' | 'config' | 'db'>,
  { id }: z.output<typeof ById>,
  operator: Operator,
  request: HttpRequest,
): Promise<z.input<typeof SeenDeposit>> {
  const claim = await claimOf(ctx.db.read, id)
  const sees = mayActAs(operator.role, 'finance')
  const action = sees ? 'deposit.look-proof' : 'deposit.look'
  await noteLook(ctx, { action, operator, request }, { kind: 'deposit', id })
  const { proof, details, ref } = claim
  return {
    ...(await detailsOf(ctx.db.read, claim)),
    proofUrl: sees && proof !== null ? fileUrl(ctx, proof) : null,
    paidBy: sees && details !== null ? openDetails(ctx, ref, details) : null,
  }
}
