import { inTurn } from '../../../base/concurrency/in-turn.ts'
import type { OperatorId } from '../../../base/values/ids.ts'
import type { Tx } from '../../../core/database/database.ts'
import { countDeciding } from '../../../core/decisions/agreements.sql.ts'
import { findOperator } from '../../../core/operators/operators.sql.ts'
import type { Audited } from '../../../platform/access/operators/operator-endpoint.ts'
import type { Writing } from '../content-writing.ts'
import type { Bounded } from '../terms/guarded-kind.ts'
import { approvalOf, type GuardedChange, mayPropose } from './guarded-change.rules.ts'
import {
  endChange,
  findChange,
  findEnding,
  isChangeDue,
  lockChanges,
} from './guarded-changes.sql.ts'
import { writeValue } from './guarded-subjects.ts'
import { type Mover, noteTransition, theService } from './note-transition.ts'
import { proposalLimits } from './proposal-limits.ts'

/** Whether the proposer may still propose such a change, and the other operator approve it. */
export async function mayBothDecide(
  tx: Tx,
  { kind, proposedBy }: GuardedChange,
  agreeing: OperatorId,
): Promise<boolean> {
  const proposer = await findOperator(tx, proposedBy.id)
  const other = await findOperator(tx, agreeing)
  if (proposer === null || proposer.disabledAt !== null) return false
  if (other === null || other.disabledAt !== null) return false
  return mayPropose(proposer.role, kind) && other.role === 'admin'
}

/** Whether both operators still may decide: after a reset only once they are confirmed again. */
const doBothCount = async (tx: Tx, change: GuardedChange, agreeing: OperatorId): Promise<boolean> =>
  (await mayBothDecide(tx, change, agreeing)) && (await countDeciding(tx, approvalOf(change))) >= 2

/**
 * Applies an agreed change whose delay has passed; returns null if it is not due. If its operators
 * lost the permission to decide, or its value is no longer allowed, the change becomes void
 * instead.
 */
export async function applyIfDue(
  tx: Tx,
  ctx: Bounded,
  change: GuardedChange,
  by: Mover,
): Promise<Audited<GuardedChange> | null> {
  const { id, agreedBy } = change
  if (agreedBy === null || !(await isChangeDue(tx, id))) return null
  const made = (await doBothCount(tx, change, agreedBy.id)) && (await writeValue(tx, ctx, change))
  const ended = await endChange(tx, id, made ? 'effective' : 'void', by.operator?.id ?? null)
  return noteTransition(tx, ended, by)
}

/** Applies due changes, and expires proposals that were not approved in time. */
export async function applyDueChanges(ctx: Writing & Bounded): Promise<void> {
  const ids = await findEnding(ctx.db.read, proposalLimits.items)
  await inTurn(ids, (id) => endDue(ctx, id)).finally(() => {
    if (ids.length > 0) ctx.answers.clear()
  })
}

const endDue = (ctx: Writing & Bounded, id: number): Promise<void> =>
  ctx.db.inTransaction(async (tx) => {
    await lockChanges(tx)
    const change = await findChange(tx, id)
    if (change?.state === 'agreed') await applyIfDue(tx, ctx, change, theService)
    if (change?.state !== 'proposed') return
    // The proposal has expired; only an agreement could have ended it before this lock.
    await noteTransition(tx, await endChange(tx, id, 'expired', null), theService)
  })
