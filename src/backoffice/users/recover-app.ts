import { z } from 'zod'
import { digestOfNumber } from '../../app/identity-records/identity-records.ts'
import { notOnesOwn } from '../../app/transfers/deciding.ts'
import { refuse } from '../../base/refusal.ts'
import { type UserId, userId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import type { Statement } from '../../core/decisions/agreements.sql.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import type { AccountNotice } from '../../core/outbox/notices.ts'
import {
  type AppRecovery,
  endRecovery,
  findRecovery,
  hasProvenNumber,
  insertRecovery,
  lockRecovery,
  markRecoveryAgreed,
} from '../../core/users/app-recoveries.sql.ts'
import { provisionalLimits } from '../../core/users/provisional-limits.ts'
import { lockOwner } from '../../platform/access/api-keys/api-key.sql.ts'
import { type ById, reason } from '../../platform/access/operators/change-contracts.ts'
import { decide } from '../../platform/access/operators/decide.ts'
import { operatorCode } from '../../platform/access/operators/operator-code.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { optional, text } from '../../platform/http/contracts/contracts.ts'

type Deciding = Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>
type Target = z.output<typeof ById>

export const OpenRecovery = z.object({
  cardNumber: text({ max: 20 }).meta({
    description: 'The number of the identity card that the person showed beside their face.',
  }),
  reason: reason.meta({ description: 'How the identity of the person was checked.' }),
  otpCode: optional(operatorCode),
})

export const AgreeToRecovery = z.object({ otpCode: optional(operatorCode) })

export const StopRecovery = z.object({ reason })

const statementOf = (subject: number, note: string | null): Statement & { needed: 2 } => ({
  kind: 'recovery',
  subject,
  statement: 'approved',
  note,
  needed: 2,
})

/** The notice of a recovery: a mail with a link that stops it, a message, a push to each device. */
export const recoveryNotice = (
  kind: 'recovery-proposed' | 'recovery-agreed' | 'recovery-done',
  user: UserId,
  id: number,
): AccountNotice => ({
  to: 'account',
  kind,
  key: `${kind}:${id}`,
  user,
  ...(kind === 'recovery-done' ? {} : { undo: { what: 'recovery', id } }),
})

/**
 * Proposes to remove the authenticator of a user who lost it, or to whose account another person
 * bound one. The operator has checked the identity; the card's number must be the one that proved
 * the account's. Refuses with `api.identity_not_confirmed` otherwise, and with
 * `api.nothing_to_change` if no app is bound or a recovery is open.
 */
export const openRecovery = (
  ctx: Deciding,
  { id: target, cardNumber, reason: note, otpCode }: Target & z.output<typeof OpenRecovery>,
  by: OperatorOperation,
): Promise<Audited<AppRecovery>> =>
  decide(ctx, by, otpCode, async (tx, agree) => {
    const user = userId(target)
    await notOnesOwn(tx, user, by)
    const { bind2FA } = await lockOwner(tx, user)
    if (!bind2FA) return refuse('api.nothing_to_change')
    const digest = digestOfNumber(ctx, cardNumber.replaceAll(/\D/g, ''))
    if (!(await hasProvenNumber(tx, user, digest))) return refuse('api.identity_not_confirmed')
    const id = (await insertRecovery(tx, user)) ?? refuse('api.nothing_to_change')
    await agree(statementOf(id, note))
    enqueueAll(tx, [recoveryNotice('recovery-proposed', user, id)])
    return changed(tx, by, id, { reason: note })
  })

/** Approves another operator's proposal: the authenticator is removed after a day. */
export const agreeToRecovery = (
  ctx: Deciding,
  { id, otpCode }: Target & z.output<typeof AgreeToRecovery>,
  by: OperatorOperation,
): Promise<Audited<AppRecovery>> =>
  decide(ctx, by, otpCode, async (tx, agree) => {
    await lockRecovery(tx, id)
    const recovery = (await findRecovery(tx, id)) ?? refuse('api.recovery_not_found')
    if (recovery.state !== 'proposed') return refuse('api.already_decided')
    await notOnesOwn(tx, recovery.userId, by)
    if (!(await agree(statementOf(id, null)))) return refuse('api.second_operator_needed')
    await markRecoveryAgreed(tx, id, provisionalLimits.seconds)
    enqueueAll(tx, [recoveryNotice('recovery-agreed', recovery.userId, id)])
    return changed(tx, by, id)
  })

/** Stops a recovery that has not taken effect. */
export const stopRecovery = (
  ctx: Pick<Context, 'db'>,
  { id, reason: why }: Target & z.output<typeof StopRecovery>,
  by: OperatorOperation,
): Promise<Audited<AppRecovery>> =>
  ctx.db.inTransaction(async (tx) => {
    if ((await findRecovery(tx, id)) === null) return refuse('api.recovery_not_found')
    if (!(await endRecovery(tx, id, 'stopped', by.operator.id))) {
      return refuse('api.already_decided')
    }
    return changed(tx, by, id, { reason: why })
  })

/** Audits the change of a recovery at its user. */
async function changed(
  tx: Tx,
  by: OperatorOperation,
  id: number,
  why: Readonly<{ reason?: string }> = {},
): Promise<Audited<AppRecovery>> {
  const recovery = await findRecovery(tx, id)
  if (recovery === null) throw new Error(`the recovery ${id} is missing`)
  const subject = { kind: 'user', id: recovery.userId }
  return audited(tx, by, { subject, after: { recovery: recovery.state, ...why } }, recovery)
}
