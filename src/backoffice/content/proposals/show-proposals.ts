import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import { cursorPageOf } from '../../../base/values/cursor.ts'
import type { Context } from '../../../context.ts'
import { type ById, OperatorName } from '../../../platform/access/operators/change-contracts.ts'
import { isoTime, oneOf, optional } from '../../../platform/http/contracts/contracts.ts'
import { spanFields } from '../../../platform/http/contracts/list-filters.ts'
import { cursorFields, cursorPage } from '../../../platform/http/contracts/lists.ts'
import { guardedKinds, proposalStates } from './guarded-change.rules.ts'
import { findChange, listChanges } from './guarded-changes.sql.ts'

export const ListProposals = z.object({
  state: optional(oneOf(proposalStates)),
  kind: optional(oneOf(guardedKinds)),
  ...spanFields,
  ...cursorFields,
})

export const ProposalView = z
  .object({
    id: z.int(),
    kind: z.string().meta({ enum: guardedKinds }),
    subject: z
      .string()
      .meta({ description: 'The key of a setting, the symbol of an asset, or a pair.' }),
    reason: z.string().nullable().meta({
      description: 'Why it was proposed; null for proposals of earlier versions.',
    }),
    before: z.string(),
    value: z.string(),
    state: z.string().meta({ enum: proposalStates }),
    proposedBy: OperatorName,
    proposedAt: isoTime,
    dueAt: isoTime.meta({ description: 'The earliest time it can take effect.' }),
    expiresAt: isoTime.meta({ description: 'When it expires unless an operator agrees before.' }),
    agreedBy: OperatorName.nullable(),
    agreedAt: isoTime.nullable(),
    endedBy: OperatorName.nullable(),
    endedAt: isoTime.nullable(),
  })
  .meta({ id: 'Proposal' })

export type ProposalView = z.input<typeof ProposalView>

export const ProposalViews = cursorPage(ProposalView)

/** Lists proposals of guarded changes, newest first by default. */
export async function showProposals(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListProposals>,
): Promise<z.input<typeof ProposalViews>> {
  const found = await listChanges(ctx.db, input)
  return cursorPageOf(found, input, ({ id }) => [id])
}

export async function showProposal(
  ctx: Pick<Context, 'db'>,
  { id }: z.output<typeof ById>,
): Promise<ProposalView> {
  return (await findChange(ctx.db.read, id)) ?? refuse('api.proposal_not_found')
}
