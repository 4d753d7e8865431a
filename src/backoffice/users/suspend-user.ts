import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { userId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { findUser, restoreUser } from '../../core/users/users.sql.ts'
import { type ById, reason } from '../../platform/access/operators/change-contracts.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { suspendAccess } from '../../platform/access/suspend-access.ts'

export const SuspendUser = z.object({ reason })

export const suspendUserAccount = (
  ctx: Pick<Context, 'db' | 'random'>,
  input: z.output<typeof ById> & z.output<typeof SuspendUser>,
  by: OperatorOperation,
): Promise<Audited<void>> =>
  ctx.db.inTransaction(async (tx) => {
    const user = await findUser(tx, userId(input.id))
    if (user === null) return refuse('api.user_not_found')
    const mail = accountMail(ctx, 'account-suspended-by-operator', user.id)
    const isShut = await suspendAccess(tx, user.id, { reason: input.reason, mail })
    if (!isShut) return refuse('api.nothing_to_change')
    const change = {
      subject: { kind: 'user', id: user.id },
      before: { suspended: false },
      after: { suspended: true, reason: input.reason },
    }
    return audited(tx, by, change, undefined)
  })

export const RestoreUser = z.object({ reason })

/** Lifts any suspension of an account; its sessions and API keys stay deleted. */
export const restoreUserAccount = (
  ctx: Pick<Context, 'db' | 'random'>,
  input: z.output<typeof ById> & z.output<typeof RestoreUser>,
  by: OperatorOperation,
): Promise<Audited<void>> =>
  ctx.db.inTransaction(async (tx) => {
    const user = await findUser(tx, userId(input.id))
    if (user === null) return refuse('api.user_not_found')
    if (!(await restoreUser(tx, user.id))) return refuse('api.nothing_to_change')
    enqueueAll(tx, [accountMail(ctx, 'account-restored', user.id)])
    const change = {
      subject: { kind: 'user', id: user.id },
      before: { suspended: true },
      after: { suspended: false, reason: input.reason },
    }
    return audited(tx, by, change, undefined)
  })
