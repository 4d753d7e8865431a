import { z } from 'zod'
import { openBounds, openPageOf } from '../../../base/page.ts'
import type { Context } from '../../../context.ts'
import { oneOf, optional, timeOf } from '../../../http/contracts.ts'
import { openPage, pageFields } from '../../../http/lists.ts'
import { type GuardedChange, guardedKinds, proposalStates } from './guarded-change.rules.ts'
import { listChanges } from './guarded-changes.sql.ts'

export const ListProposals = z.object({ state: optional(oneOf(proposalStates)), ...pageFields })

const Proposer = z.object({ id: z.int(), email: z.string() })
const time = z.iso.datetime()

export const ProposalView = z.object({
  id: z.int(),
  kind: z.string().meta({ enum: guardedKinds }),
  subject: z.string().meta({ description: 'The key of a setting, or the symbol of an asset.' }),
  before: z.string(),
  value: z.string(),
  state: z.string().meta({ enum: proposalStates }),
  proposedBy: Proposer,
  proposedAt: time,
  dueAt: time.meta({ description: 'The earliest time at which it takes effect.' }),
  expiresAt: time.meta({ description: 'When it ends unless an operator agrees before.' }),
  agreedBy: Proposer.nullable(),
  agreedAt: time.nullable(),
  endedBy: Proposer.nullable(),
  endedAt: time.nullable(),
})

export type ProposalView = z.input<typeof ProposalView>

export const ProposalViews = openPage(ProposalView)

export const shownProposal = (change: GuardedChange): ProposalView => ({
  ...change,
  proposedAt: change.proposedAt.toISOString(),
  dueAt: change.dueAt.toISOString(),
  expiresAt: change.expiresAt.toISOString(),
  agreedAt: timeOf(change.agreedAt),
  endedAt: timeOf(change.endedAt),
})

/** Lists proposals of guarded changes, newest first. */
export async function showProposals(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListProposals>,
): Promise<z.input<typeof ProposalViews>> {
  const found = await listChanges(ctx.db, input.state ?? null, openBounds(input))
  return openPageOf(found.map(shownProposal), input)
}
