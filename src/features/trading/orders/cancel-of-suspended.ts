import { z } from 'zod'
import { type UserId, userId } from '../../../base/ids.ts'
import { limits } from '../../../base/limits.ts'
import { findUser } from '../../../users/users.sql.ts'
import { type CancelContext, cancelOpen } from './cancel-order.ts'

const Users = z.array(z.int().transform(userId))

/** The job that ends the open orders of users who were suspended; each promise is one of them. */
export const cancelOfSuspended = (ctx: CancelContext, payload: unknown): Promise<void>[] =>
  Users.parse(payload).map((user) => cancelAllOf(ctx, user))

/**
 * Nobody places orders for a suspended account, so there are fewer after each round. What the venue
 * does not end now has the job tried again; who may trade again meanwhile keeps what is open.
 */
async function cancelAllOf(ctx: CancelContext, user: UserId): Promise<void> {
  for (let round = 0; round < limits.trading.cancelRounds; round += 1) {
    const found = await findUser(ctx.db.read, user)
    if (found === null || found.suspendedAt === null) return
    const results = await cancelOpen(ctx, { user, pairId: null, own: false })
    if (results.length === 0) return
    if (results.some(({ status }) => status === 'CREATE')) break
  }
  throw new Error(`user ${user} is suspended and still has open orders`)
}
