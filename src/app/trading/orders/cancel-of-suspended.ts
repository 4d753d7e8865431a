import { z } from 'zod'
import { type UserId, userId } from '../../../base/values/ids.ts'
import { findUser } from '../../../core/users/users.sql.ts'
import { tradingLimits } from '../trading-limits.ts'
import { type CancelContext, cancelOpen } from './cancel-order.ts'

const Users = z.array(z.int().transform(userId))

/** Job: cancels the open orders of suspended users; one promise per user. */
export const cancelOfSuspended = (ctx: CancelContext, payload: unknown): Promise<void>[] =>
  Users.parse(payload).map((user) => cancelAllOf(ctx, user))

/**
 * Suspended users cannot place orders, so each round leaves fewer. If the venue does not cancel an
 * order now, the job is retried; a user who was reinstated meanwhile keeps the remaining orders.
 */
async function cancelAllOf(ctx: CancelContext, user: UserId): Promise<void> {
  for (let round = 0; round < tradingLimits.cancelRounds; round += 1) {
    const found = await findUser(ctx.db.read, user)
    if (found === null || found.suspendedAt === null) return
    const results = await cancelOpen(ctx, { user, pairId: null, own: false })
    if (results.length === 0) return
    if (results.some(({ status }) => status === 'CREATE')) break
  }
  throw new Error(`user ${user} is suspended and still has open orders`)
}
