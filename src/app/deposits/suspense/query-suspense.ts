import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import { formatMoney } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import type { Database, Tx } from '../../../core/database/database.ts'
import { listAgreements } from '../../../core/decisions/agreements.sql.ts'
import type { Operator } from '../../../core/operators/operators.sql.ts'
import type { ById } from '../../../platform/access/operators/change-contracts.ts'
import { OperatorName, provenName } from '../../../platform/access/operators/change-contracts.ts'
import { noteLook } from '../../../platform/access/operators/operator-endpoint.ts'
import { decimal, isoTime, oneOf, optional } from '../../../platform/http/contracts/contracts.ts'
import {
  oldestFirst,
  spanFields,
  symbolField,
} from '../../../platform/http/contracts/list-filters.ts'
import { cursorFields, cursorPage } from '../../../platform/http/contracts/lists.ts'
import type { HttpRequest } from '../../../platform/http/endpoint/endpoint.ts'
import { namedPage, namesFor } from '../../identity-records/proven-names.ts'
import { candidateReasons, findCandidates } from './suspense-candidates.sql.ts'
import { findSuspense, listSuspense } from './suspense-decisions.sql.ts'
import {
  ownerIn,
  type SuspenseItem,
  suspenseProviders,
  suspenseStates,
} from './suspense-item.rules.ts'

export const ListSuspense = z.object({
  state: optional(oneOf(suspenseStates)),
  provider: optional(oneOf(suspenseProviders)),
  ...symbolField,
  ...spanFields,
  ...cursorFields,
  ...oldestFirst,
})

const SuspenseView = z
  .object({
    id: z.int(),
    source: z.string(),
    reference: z.string(),
    symbol: z.string().nullable(),
    amount: decimal.nullable(),
    inWords: z.string().nullable().meta({
      description: 'The reported asset, if we do not support it.',
    }),
    reason: z.string(),
    state: z.enum(suspenseStates),
    assignedUser: z.int().nullable(),
    createdAt: isoTime,
  })
  .meta({ id: 'SuspenseEntry' })

export const SuspenseViews = cursorPage(
  SuspenseView.extend({ userName: provenName }).meta({ id: 'ListedSuspense' }),
)

export const SuspenseDetails = SuspenseView.extend({
  data: z.record(z.string(), z.unknown()),
  proposals: z.array(
    z
      .object({
        operator: OperatorName,
        userId: z
          .int()
          .nullable()
          .meta({ description: 'The user to credit; null if it is returned.' }),
        reason: z.string(),
        at: isoTime,
      })
      .meta({ id: 'SuspenseProposal' }),
  ),
  decidedBy: z.int().nullable(),
  decidedAt: isoTime.nullable(),
}).meta({ id: 'SuspenseDetails' })

/** Includes users who may own the item. */
export const SeenSuspense = SuspenseDetails.extend({
  assignedName: provenName,
  candidates: z
    .array(
      z
        .object({
          userId: z.int(),
          email: z.string(),
          name: provenName,
          because: z.enum(candidateReasons),
          matched: z.string(),
        })
        .meta({ id: 'SuspenseCandidate' }),
    )
    .meta({ description: 'Users whose account, address or pending claim fits; a hint, no proof.' }),
}).meta({ id: 'SeenSuspense' })

const shown = ({ amount, ...item }: SuspenseItem) => ({
  ...item,
  symbol: amount?.asset.symbol ?? null,
  amount: amount === null ? null : formatMoney(amount),
})

/** Lists suspense items, oldest first by default. */
export async function showSuspense(
  ctx: Pick<Context, 'config' | 'db'>,
  input: z.output<typeof ListSuspense>,
  operator: Operator,
): Promise<z.input<typeof SuspenseViews>> {
  const found = await listSuspense(ctx.db, input)
  return namedPage(ctx, operator, found, input, ({ assignedUser }) => assignedUser, shown)
}

export async function suspenseDetails(
  db: Tx | Database['read'],
  id: number,
): Promise<z.input<typeof SuspenseDetails>> {
  const item = await findSuspense(db, id)
  if (item === null) return refuse('api.suspense_not_found')
  const proposals = await listAgreements(db, { kind: 'suspense', subject: id })
  return {
    ...shown(item),
    data: { ...item.data },
    proposals: proposals.map(({ operator, statement, note, at }) => ({
      operator,
      userId: ownerIn(statement),
      reason: note ?? '',
      at,
    })),
  }
}

/** Returns one item. It shows payment details, so the audit log records each view. */
export async function showSuspenseItem(
  ctx: Pick<Context, 'config' | 'db'>,
  { id }: z.output<typeof ById>,
  operator: Operator,
  request: HttpRequest,
): Promise<z.input<typeof SeenSuspense>> {
  const item = await findSuspense(ctx.db.read, id)
  if (item === null) return refuse('api.suspense_not_found')
  const details = await suspenseDetails(ctx.db.read, id)
  const candidates = await findCandidates(ctx.db.read, item)
  await noteLook(ctx, { action: 'suspense.look', operator, request }, { kind: 'suspense', id })
  const names = await namesFor(ctx, operator, [
    item.assignedUser,
    ...candidates.map(({ userId }) => userId),
  ])
  return {
    ...details,
    assignedName: names.get(item.assignedUser) ?? null,
    candidates: candidates.map((one) => ({ ...one, name: names.get(one.userId) ?? null })),
  }
}
