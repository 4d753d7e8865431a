import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import { userId } from '../../../base/values/ids.ts'
import { formatMoney, idr, money } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import type { Database, Tx } from '../../../core/database/database.ts'
import { listAgreements } from '../../../core/decisions/agreements.sql.ts'
import type { Operator } from '../../../core/operators/operators.sql.ts'
import { mayActAs, mayReadNames } from '../../../core/operators/roles.ts'
import type { ById } from '../../../platform/access/operators/change-contracts.ts'
import { OperatorName, provenName } from '../../../platform/access/operators/change-contracts.ts'
import { noteLook } from '../../../platform/access/operators/operator-endpoint.ts'
import { fileUrl } from '../../../platform/files/file-url.ts'
import {
  decimal,
  isoTime,
  oneOf,
  optional,
  wireId,
} from '../../../platform/http/contracts/contracts.ts'
import { oldestFirst, spanFields } from '../../../platform/http/contracts/list-filters.ts'
import { cursorFields, cursorPage } from '../../../platform/http/contracts/lists.ts'
import type { HttpRequest } from '../../../platform/http/endpoint/endpoint.ts'
import { findProvenName, namedPage } from '../../identity-records/proven-names.ts'
import { isSameName } from '../../identity-records/same-name.rules.ts'
import { OwnerFacts, ownerFacts } from '../../transfers/owner-facts.ts'
import { CashDetails, openDetails } from './cash-details.ts'
import { listClaimsOfUser, listSameProof, type NeighbouringClaim } from './claim-context.sql.ts'
import { type DecidedDeposit, findClaim, listClaims } from './deposit-decisions.sql.ts'

const states = ['PENDING', 'COMPLETED', 'REJECTED'] as const

export const ListDeposits = z.object({
  status: optional(oneOf(states)),
  user: optional(wireId.transform(userId)),
  ...spanFields,
  ...cursorFields,
  ...oldestFirst,
})

const nullableText = z.string().nullable()

const DepositView = z
  .object({
    id: z.int(),
    userId: z.int(),
    email: z.string(),
    symbol: z.string(),
    amount: decimal,
    status: z.string().meta({ enum: states }),
    review: nullableText.meta({
      description: 'Facts that an operator should check before deciding.',
    }),
    reason: nullableText,
    createdAt: isoTime,
    updatedAt: isoTime,
    completedAt: isoTime.nullable(),
  })
  .meta({ id: 'FoundDeposit' })

export const DepositViews = cursorPage(
  DepositView.extend({ userName: provenName }).meta({ id: 'ListedDeposit' }),
)

export const DepositDetails = DepositView.extend({
  reference: z.string(),
  approvals: z.array(
    z
      .object({ operator: OperatorName, amount: decimal, at: isoTime })
      .meta({ id: 'DepositApproval' }),
  ),
}).meta({ id: 'DepositDetails' })

export type DepositDetails = z.input<typeof DepositDetails>

const OtherClaim = z
  .object({
    id: z.int(),
    userId: z.int(),
    amount: decimal,
    status: z.string().meta({ enum: states }),
    createdAt: isoTime,
  })
  .meta({ id: 'OtherClaim' })

const otherShown = ({ amount, ...claim }: NeighbouringClaim) => ({
  ...claim,
  amount: formatMoney(money(idr, amount)),
})

/** Includes the proof and the stated payer, which only operators who may decide about money see. */
export const SeenDeposit = DepositDetails.extend({
  proofUrl: nullableText.meta({ description: 'Valid for five minutes.' }),
  paidBy: CashDetails.nullable(),
  sameProof: z.array(OtherClaim).meta({ description: 'Other claims with the same picture.' }),
  earlier: z.array(OtherClaim).meta({ description: "The user's other claims, newest first." }),
  owner: OwnerFacts,
  ownerName: provenName,
  isOwnPayment: z
    .boolean()
    .nullable()
    .meta({
      description:
        "Whether the stated payer has the owner's proven name, apart from titles and marks; null " +
        'if a name is not known or not shown.',
    }),
}).meta({ id: 'SeenDeposit' })

const shown = ({
  amount,
  user,
  proof: _proof,
  details: _details,
  ...claim
}: DecidedDeposit): z.input<typeof DepositView> => ({
  ...claim,
  userId: user,
  symbol: amount.asset.symbol,
  amount: formatMoney(amount),
})

/** Lists claimed transfers, oldest first by default. */
export async function showDeposits(
  ctx: Pick<Context, 'config' | 'db'>,
  input: z.output<typeof ListDeposits>,
  operator: Operator,
): Promise<z.input<typeof DepositViews>> {
  const found = await listClaims(ctx.db, input)
  return namedPage(ctx, operator, found, input, ({ user }) => user, shown)
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
  const approvals = await listAgreements(db, { kind: 'claim', subject: claim.id })
  return {
    ...shown(claim),
    reference: `manual:${claim.ref}`,
    approvals: approvals.map(({ operator, statement, at }) => ({
      operator,
      amount: formatMoney(money(idr, BigInt(statement))),
      at,
    })),
  }
}

/**
 * Returns one claimed transfer. Only operators who may decide about money see the proof and the
 * stated payer; the audit log records which view was opened.
 */
export async function showDeposit(
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
  const [sameProof, earlier, owner, proven] = await Promise.all([
    listSameProof(ctx.db.read, id),
    listClaimsOfUser(ctx.db.read, id, claim.user),
    ownerFacts(ctx.db.read, claim.user),
    findProvenName(ctx, claim.user),
  ])
  const paidBy = sees && details !== null ? openDetails(ctx, ref, details) : null
  return {
    ...(await detailsOf(ctx.db.read, claim)),
    proofUrl: sees && proof !== null ? fileUrl(ctx, proof) : null,
    paidBy,
    sameProof: sameProof.map(otherShown),
    earlier: earlier.map(otherShown),
    owner,
    ownerName: mayReadNames(operator.role) ? proven : null,
    isOwnPayment: paidBy === null || proven === null ? null : isSameName(proven, paidBy.fullName),
  }
}
