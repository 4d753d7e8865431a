import { z } from 'zod'
import { notOnesOwn } from '../../app/transfers/deciding.ts'
import { refuse } from '../../base/refusal.ts'
import { userId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import { mayActAs } from '../../core/operators/roles.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { findUser, lockSuspension, restoreUser } from '../../core/users/users.sql.ts'
import { type ById, reason } from '../../platform/access/operators/change-contracts.ts'
import { decide } from '../../platform/access/operators/decide.ts'
import { operatorCode } from '../../platform/access/operators/operator-code.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { suspendAccess } from '../../platform/access/suspend-access.ts'
import { optional } from '../../platform/http/contracts/contracts.ts'
import { hasIncident } from './user-account.sql.ts'

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
    const suspension = { reason: input.reason, byService: false, mail }
    const isShut = await suspendAccess(tx, user.id, suspension)
    if (!isShut) return refuse('api.nothing_to_change')
    const change = {
      subject: { kind: 'user', id: user.id },
      before: { suspended: false },
      after: { suspended: true, reason: input.reason },
    }
    return audited(tx, by, change, undefined)
  })

export const RestoreUser = z.object({
  reason,
  otpCode: optional(operatorCode).meta({
    description: 'The code of the authenticator app.',
  }),
})

export const Restoration = z
  .object({
    state: z.enum(['proposed', 'restored']).meta({
      description:
        '`proposed`: the service suspended the account, and another operator must agree.',
    }),
  })
  .meta({ id: 'Restoration' })

/**
 * Lifts the suspension of an account; its sessions and API keys stay deleted. Refuses while an
 * incident of the user is open. Support restores accounts that operators or their users suspended;
 * two operators of finance those that the service suspended. Each enters a code.
 */
export const restoreUserAccount = (
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  input: z.output<typeof ById> & z.output<typeof RestoreUser>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof Restoration>>> =>
  decide(ctx, by, input.otpCode, async (tx, agree) => {
    const user = userId(input.id)
    const suspension = await lockSuspension(tx, user)
    if (suspension === null) return refuse('api.user_not_found')
    if (suspension.suspendedAt === null) return refuse('api.nothing_to_change')
    if (await hasIncident({ read: tx }, user)) return refuse('api.user_incident_open')
    const { byService } = suspension
    const isPermitted = mayActAs(by.operator.role, byService ? 'finance' : 'support')
    if (!isPermitted) return refuse('api.operator_not_permitted')
    await notOnesOwn(tx, user, by)
    const stated = { kind: 'restoration', subject: user, statement: 'approved' } as const
    const isRestored = await agree({ ...stated, note: input.reason, needed: byService ? 2 : 1 })
    if (isRestored) {
      await restoreUser(tx, user)
      enqueueAll(tx, [accountMail(ctx, 'account-restored', user)])
    }
    const change = {
      subject: { kind: 'user', id: user },
      before: { suspended: true },
      after: { suspended: !isRestored, reason: input.reason },
    }
    return audited(tx, by, change, { state: isRestored ? 'restored' : 'proposed' })
  })
