import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { type ById, reason } from '../../platform/access/operators/change-contracts.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { endComparison } from './books.sql.ts'
import { closableKinds } from './break.rules.ts'
import { lockOpenBreak, resolveBreak } from './breaks.sql.ts'
import { reconciliationLimits } from './reconciliation-limits.ts'

export const CloseBreak = z.object({ reason })

/**
 * Resolves a break of a movement that an operator has settled; the movement is compared no more.
 * Refuses the other kinds: a new break would only restart the time after which they alert and stop
 * withdrawals.
 */
export const closeBreak = (
  ctx: Pick<Context, 'db'>,
  { id, reason: why }: z.output<typeof ById> & z.output<typeof CloseBreak>,
  by: OperatorOperation,
): Promise<Audited<void>> =>
  ctx.db.inTransaction(async (tx) => {
    const { provider, kind, subject, theirs, ours } = await lockOpenBreak(tx, id)
    if (!closableKinds.includes(kind)) return refuse('api.break_must_agree')
    await resolveBreak(tx, id)
    await endComparison(tx, subject, reconciliationLimits.compareAgainAfterMs)
    const change = {
      subject: { kind: 'break', id },
      before: { provider, kind, subject, theirs, ours },
      after: { reason: why },
    }
    return audited(tx, by, change, undefined)
  })
