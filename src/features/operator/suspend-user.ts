import { z } from 'zod'
import { endAccess } from '../../access/end-access.ts'
import { type Audited, audited, type OperatorOperation } from '../../access/operator-endpoint.ts'
import { userId } from '../../base/ids.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { accountMail } from '../../outbox/account-mail.ts'
import { enqueueAll, enqueueJob } from '../../outbox/enqueue.ts'
import { findUser, restoreUser, suspendUser } from '../../users/users.sql.ts'
import { type ById, reason } from './operator-contracts.ts'

export const SuspendUser = z.object({ reason })

/**
 * Shuts a user's account: nobody gets in, no money leaves and open orders end, while credits are
 * still booked.
 */
export const suspendUserAccount = (
  ctx: Pick<Context, 'db' | 'random'>,
  input: z.output<typeof ById> & z.output<typeof SuspendUser>,
  by: OperatorOperation,
): Promise<Audited<void>> =>
  ctx.db.inTransaction(async (tx) => {
    const user = await findUser(tx, userId(input.id))
    if (user === null) return refuse('api.user_not_found')
    if (!(await suspendUser(tx, user.id, input.reason))) return refuse('api.nothing_to_change')
    await endAccess(tx, user.id)
    await enqueueAll(tx, [accountMail(ctx, 'account-suspended-by-operator', user.id)])
    await enqueueJob(tx, 'cancel-orders', [user.id])
    const change = {
      subject: { kind: 'user', id: user.id },
      before: { suspended: false },
      after: { suspended: true, reason: input.reason },
    }
    return audited(tx, by, change, undefined)
  })

export const RestoreUser = z.object({ reason })

/** Opens a suspended account again, whoever shut it. Its sessions and API keys stay gone. */
export const restoreUserAccount = (
  ctx: Pick<Context, 'db' | 'random'>,
  input: z.output<typeof ById> & z.output<typeof RestoreUser>,
  by: OperatorOperation,
): Promise<Audited<void>> =>
  ctx.db.inTransaction(async (tx) => {
    const user = await findUser(tx, userId(input.id))
    if (user === null) return refuse('api.user_not_found')
    if (!(await restoreUser(tx, user.id))) return refuse('api.nothing_to_change')
    await enqueueAll(tx, [accountMail(ctx, 'account-restored', user.id)])
    const change = {
      subject: { kind: 'user', id: user.id },
      before: { suspended: true },
      after: { suspended: false, reason: input.reason },
    }
    return audited(tx, by, change, undefined)
  })
