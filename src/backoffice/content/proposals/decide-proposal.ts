import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import type { ById } from '../../../platform/access/operators/change-contracts.ts'
import { decide } from '../../../platform/access/operators/decide.ts'
import { operatorCode } from '../../../platform/access/operators/operator-code.ts'
import type {
  Audited,
  OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import { optional } from '../../../platform/http/contracts/contracts.ts'
import { afterCommit, type Writing } from '../content-writing.ts'
import type { Bounded } from '../terms/guarded-kind.ts'
import { applyIfDue, mayBothDecide } from './apply-changes.ts'
import { approvalOf, type GuardedChange, isOpen } from './guarded-change.rules.ts'
import { endChange, findChange, lockChanges, markAgreed } from './guarded-changes.sql.ts'
import { refuseOwn } from './guarded-subjects.ts'
import { noteTransition } from './note-transition.ts'

type Deciding = Writing & Bounded & Pick<Context, 'counters' | 'log' | 'random'>

export const AgreeToProposal = z.object({ otpCode: optional(operatorCode) })

/**
 * Approves another operator's proposal. The change takes effect when its delay has passed, or at
 * once if it already has.
 */
export const agreeToProposal = (
  ctx: Deciding,
  { id, otpCode }: z.output<typeof ById> & z.output<typeof AgreeToProposal>,
  by: OperatorOperation,
): Promise<Audited<GuardedChange>> =>
  afterCommit(ctx, () =>
    decide(ctx, by, otpCode, async (tx, agree) => {
      const change = await openChange(tx, id)
      if (change.state !== 'proposed') return refuse('api.already_decided')
      if (!(await mayBothDecide(tx, change, by.operator.id))) return refuse('api.proposal_void')
      await refuseOwn(tx, change, by)
      if (!(await agree({ ...approvalOf(change), needed: 2 }))) {
        return refuse('api.second_operator_needed')
      }
      const agreed = (await markAgreed(tx, id)) ?? refuse('api.proposal_void')
      const noted = await noteTransition(tx, agreed, by)
      return (await applyIfDue(tx, ctx, agreed, by)) ?? noted
    }),
  )

/** Withdraws a proposal that has not taken effect: the operator's own, or any as an admin. */
export const withdrawProposal = (
  ctx: Writing,
  { id }: z.output<typeof ById>,
  by: OperatorOperation,
): Promise<Audited<GuardedChange>> =>
  ctx.db.inTransaction(async (tx) => {
    const { proposedBy } = await openChange(tx, id)
    const { id: operator, role } = by.operator
    if (proposedBy.id !== operator && role !== 'admin') refuse('api.operator_not_permitted')
    return noteTransition(tx, await endChange(tx, id, 'withdrawn', operator), by)
  })

/** Finds an open proposal. Locks all proposals until the transaction ends. */
async function openChange(tx: Tx, id: number): Promise<GuardedChange> {
  await lockChanges(tx)
  const change = (await findChange(tx, id)) ?? refuse('api.proposal_not_found')
  return isOpen(change.state) ? change : refuse('api.already_decided')
}
