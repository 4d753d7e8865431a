import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { CounterRule } from '../../core/database/cluster/counters.ts'
import { insertHandling } from '../../core/operators/handlings.sql.ts'
import {
  deleteInvitation,
  isInvitationAlive,
  spendInvitation,
} from '../../core/operators/invitations.sql.ts'
import { deleteOperatorSessions } from '../../core/operators/operator-sessions.sql.ts'
import { clearTotp } from '../../core/operators/operator-totp.sql.ts'
import {
  clearPassword,
  findOperator,
  lockOperator,
  updatePassword,
} from '../../core/operators/operators.sql.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import type { ById } from '../../platform/access/operators/change-contracts.ts'
import {
  type Audited,
  audited,
  type Operation,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import {
  digestOfInvitation,
  enqueueInvitation,
} from '../../platform/access/operators/operator-invitation.ts'
import { isLeaked } from '../../platform/access/passwords/leaked-passwords.ts'
import {
  assertHashCapacity,
  hashPassword,
  queuePlaceOf,
} from '../../platform/access/passwords/passwords.ts'
import { text } from '../../platform/http/contracts/contracts.ts'
import { type Changing, changeOtherWithCode, type View } from './change-other.ts'
import type { WithOperatorCode } from './manage-operators.ts'
import { newOperatorPassword, shownOperator } from './operator-contracts.ts'

type InvitationInput = z.output<typeof ById> & z.output<typeof WithOperatorCode>

/**
 * Resets an operator who lost access: removes password, authenticator, sessions and confirmation,
 * and mails a link to choose another password.
 */
export const resetOperator = (
  ctx: Changing,
  input: InvitationInput,
  by: OperatorOperation,
): Promise<Audited<View>> =>
  changeOtherWithCode(ctx, input, by, async (tx, target) => {
    await clearPassword(tx, target.id)
    await clearTotp(tx, target.id)
    await deleteOperatorSessions(tx, target.id)
    await deleteInvitation(tx, target.id)
    await insertHandling(tx, target.id, { by: by.operator.id, how: 'reset' })
    enqueueInvitation(tx, ctx, target.id)
    const before = { bind2FA: target.bind2FA, confirmed: target.confirmed }
    const after = { bind2FA: false, confirmed: false }
    return { before, after, did: `reset ${target.email}` }
  })

/** Mails another link to an operator who has not chosen a password; the older one stops working. */
export const inviteOperator = (
  ctx: Changing,
  input: InvitationInput,
  by: OperatorOperation,
): Promise<Audited<View>> =>
  changeOtherWithCode(ctx, input, by, async (tx, target) => {
    if (!target.invited) return refuse('api.nothing_to_change')
    await deleteInvitation(tx, target.id)
    await insertHandling(tx, target.id, { by: by.operator.id, how: 'invited' })
    enqueueInvitation(tx, ctx, target.id)
    return { before: {}, after: { invited: true }, did: `invited ${target.email} again` }
  })

export const AcceptInvitation = z.object({
  token: text({ max: 200 }),
  password: newOperatorPassword,
})

/**
 * As many tries as for sign-ins: far more than an honest network needs, far less than guessing
 * takes.
 */
export const invitationsOfNetwork: CounterRule = {
  name: 'operator-invitations',
  points: 20,
  windowSeconds: 300,
}

/** Sets the password that an invited operator chose; each link works once. */
export async function acceptInvitation(
  ctx: Pick<Context, 'db' | 'random'>,
  { token, password }: z.output<typeof AcceptInvitation>,
  by: Operation,
): Promise<Audited<View>> {
  const turn = queuePlaceOf(by)
  assertHashCapacity(turn)
  const digest = digestOfInvitation(token)
  if (!(await isInvitationAlive(ctx.db, digest))) return refuse('api.operator_invitation_invalid')
  if (await isLeaked(password)) return refuse('api.operator_password_leaked')
  const passwordHash = await hashPassword(ctx.random, password, turn)
  return ctx.db.inTransaction(async (tx) => {
    const id = await spendInvitation(tx, digest)
    const operator = id === null ? null : await lockOperator(tx, id)
    if (operator === null || operator.disabledAt !== null) {
      return refuse('api.operator_invitation_invalid')
    }
    await updatePassword(tx, operator.id, passwordHash)
    enqueueAll(tx, [
      {
        to: 'operator',
        kind: 'operator-changed',
        key: `operator-joined:${digest.toString('hex')}`,
        severity: 'info',
        subject: `${operator.email} accepted the invitation and awaits confirmation`,
        data: { operatorId: String(operator.id), email: operator.email, ip: by.ip },
      },
    ])
    const change = { subject: { kind: 'operator', id: operator.id }, after: { invited: false } }
    const now = (await findOperator(tx, operator.id)) ?? operator
    return audited(tx, { ...by, operator }, change, shownOperator(now))
  })
}
