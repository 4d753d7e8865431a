import { z } from 'zod'
import type { Context } from '../../context.ts'
import { type ById, reason } from '../../platform/access/operators/change-contracts.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { lockOpenBreak, resolveBreak } from './breaks.sql.ts'

export const CloseBreak = z.object({ reason })

/**
 * Resolves a break that an operator has settled. If its books are still compared and still differ,
 * the next comparison opens a new break.
 */
export const closeBreak = (
  ctx: Pick<Context, 'db'>,
  { id, reason: why }: z.output<typeof ById> & z.output<typeof CloseBreak>,
  by: OperatorOperation,
): Promise<Audited<void>> =>
  ctx.db.inTransaction(async (tx) => {
    const { provider, kind, subject, theirs, ours } = await lockOpenBreak(tx, id)
    await resolveBreak(tx, id)
    const change = {
      subject: { kind: 'break', id },
      before: { provider, kind, subject, theirs, ours },
      after: { reason: why },
    }
    return audited(tx, by, change, undefined)
  })
