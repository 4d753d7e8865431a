import { refuse } from '../../../base/refusal.ts'
import type { Tx } from '../../../core/database/database.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import {
  itemVersion,
  refuseIfChanged,
  type Versioned,
} from '../../../platform/access/operators/versions.ts'
import { auditSubject, type GuardedKind } from '../proposals/guarded-change.rules.ts'
import { writeValue } from '../proposals/guarded-subjects.ts'
import { commitGuarded, type Proposing } from '../proposals/propose-change.ts'
import { ProposalView } from '../proposals/show-proposals.ts'
import { changedTerms, type Terms, termsText } from '../terms/terms-text.rules.ts'

/** What responses to an edit of guarded terms add to the terms. */
export const proposed = {
  proposal: ProposalView.nullable().meta({
    description: 'The proposed change; the terms have not changed yet. Null if all hold at once.',
  }),
}

type Proposed = Readonly<{ proposal: ProposalView | null }>

type Edited = Readonly<{ kind: GuardedKind; subject: string }>

const isEmpty = (terms: Terms): boolean => Object.keys(terms).length === 0

/**
 * Changes the terms of a subject: what stops something holds at once, the rest is proposed under
 * the operator's code. Returns the terms that hold now, with the proposal.
 */
export const editTerms = <Own extends Terms>(
  ctx: Proposing,
  by: OperatorOperation,
  {
    version,
    ...stated
  }: Readonly<{
    reason?: string | undefined
    otpCode?: string | undefined
    version: string
  }>,
  edited: Edited,
  read: (tx: Tx) => Promise<Readonly<{ was: Own; is: Own }>>,
): Promise<Audited<Versioned<Own & Proposed>>> =>
  commitGuarded(ctx, by, stated, async (tx, propose) => {
    const { was, is } = await read(tx)
    const { stops, guarded } = changedTerms(was, is)
    const subject = auditSubject(edited)
    // A stop must not fail because another operator was faster.
    if (!isEmpty(guarded)) await refuseIfChanged(tx, version, subject, was)
    const made = isEmpty(guarded) ? null : await propose({ ...edited, value: termsText(guarded) })
    const holding = { ...was, ...stops }
    const result = { ...holding, version: itemVersion(holding), proposal: made?.result ?? null }
    if (isEmpty(stops)) return made?.with(() => result) ?? refuse('api.nothing_to_change')
    const stop = { ...edited, before: termsText(was), value: termsText(stops) }
    if (!(await writeValue(tx, ctx, stop))) refuse('api.bounds_invalid')
    return audited(tx, by, { subject, before: was, after: holding }, result)
  })
