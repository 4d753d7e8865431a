import { z } from 'zod'
import { noteLook } from '../../../access/operators/operator-endpoint.ts'
import { formatMoney } from '../../../base/money.ts'
import { openBounds, openPageOf } from '../../../base/page.ts'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import type { Database, Tx } from '../../../database/database.ts'
import { oneOf, optional, timeOf } from '../../../http/contracts.ts'
import type { HttpRequest } from '../../../http/endpoint.ts'
import { openPage, pageFields } from '../../../http/lists.ts'
import type { ById } from '../../../operators/change-contracts.ts'
import type { Operator } from '../../../operators/operators.sql.ts'
import { Voice } from '../deciding.ts'
import { findSuspense, listProposals, listSuspense } from './suspense-decisions.sql.ts'
import { type SuspenseItem, suspenseStates } from './suspense-item.rules.ts'

export const ListSuspense = z.object({ state: optional(oneOf(suspenseStates)), ...pageFields })

const SuspenseView = z.object({
  id: z.int(),
  source: z.string(),
  reference: z.string(),
  symbol: z.string().nullable(),
  amount: z.string().nullable(),
  inWords: z.string().nullable().meta({
    description: 'What it is said to be, where it is of no asset of ours.',
  }),
  reason: z.string(),
  state: z.enum(suspenseStates),
  assignedUser: z.int().nullable(),
  createdAt: z.iso.datetime(),
})

export const SuspenseViews = openPage(SuspenseView)

export const SuspenseDetails = SuspenseView.extend({
  data: z.record(z.string(), z.unknown()),
  proposals: z.array(
    z.object({
      operator: Voice,
      userId: z.int().nullable().meta({ description: 'Whom to give it to; null: given back.' }),
      reason: z.string(),
      at: z.iso.datetime(),
    }),
  ),
  decidedBy: z.int().nullable(),
  decidedAt: z.iso.datetime().nullable(),
})

const shown = ({ amount, ...item }: SuspenseItem): z.input<typeof SuspenseView> => ({
  id: item.id,
  source: item.source,
  reference: item.reference,
  symbol: amount?.asset.symbol ?? null,
  amount: amount === null ? null : formatMoney(amount),
  inWords: item.inWords,
  reason: item.reason,
  state: item.state,
  assignedUser: item.assignedUser,
  createdAt: item.createdAt.toISOString(),
})

/** Lists suspense items, oldest first. */
export async function showSuspense(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListSuspense>,
): Promise<z.input<typeof SuspenseViews>> {
  const found = await listSuspense(ctx.db, input.state ?? null, openBounds(input))
  return openPageOf(found.map(shown), input)
}

/** Returns an item with all proposals about it. */
export async function suspenseDetails(
  db: Tx | Database['read'],
  id: number,
): Promise<z.input<typeof SuspenseDetails>> {
  const item = await findSuspense(db, id)
  if (item === null) return refuse('api.suspense_not_found')
  const proposals = await listProposals(db, id)
  return {
    ...shown(item),
    data: { ...item.data },
    proposals: proposals.map(({ operator, user, reason, at }) => ({
      operator,
      userId: user,
      reason,
      at: at.toISOString(),
    })),
    decidedBy: item.decidedBy,
    decidedAt: timeOf(item.decidedAt),
  }
}

/** Returns one item. It shows payment details, so the audit log records each view. */
export async function lookAtSuspense(
  ctx: Pick<Context, 'db'>,
  { id }: z.output<typeof ById>,
  operator: Operator,
  request: HttpRequest,
): Promise<z.input<typeof SuspenseDetails>> {
  const details = await suspenseDetails(ctx.db.read, id)
  await noteLook(ctx, { action: 'suspense.look', operator, request }, { kind: 'suspense', id })
  return details
}
