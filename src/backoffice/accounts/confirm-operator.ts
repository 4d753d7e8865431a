import type { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import {
  attest,
  clearAttestation,
  confirm,
  confirmWaited,
  mayConfirm,
} from '../../core/operators/confirmations.sql.ts'
import { insertAudit } from '../../core/operators/operator-audit.sql.ts'
import type { Operator } from '../../core/operators/operators.sql.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { readHours } from '../../core/reference/settings.sql.ts'
import type { ById } from '../../platform/access/operators/change-contracts.ts'
import type {
  Audited,
  OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { type Changing, changeOtherWithCode, type View } from './change-other.ts'
import type { WithOperatorCode } from './manage-operators.ts'

/**
 * Lets approvals by a new or reset operator count. The confirming admin must be confirmed, and
 * independent of that operator.
 */
export const confirmOperator = (
  ctx: Changing,
  input: z.output<typeof ById> & z.output<typeof WithOperatorCode>,
  by: OperatorOperation,
): Promise<Audited<View>> =>
  changeOtherWithCode(ctx, input, by, async (tx, target) => {
    if (target.confirmed) return refuse('api.nothing_to_change')
    if (target.invited) return refuse('api.operator_not_joined')
    await requireIndependent(tx, by, target)
    await confirm(tx, target.id, by.operator.id)
    const did = `confirmed ${target.email}`
    return { before: { confirmed: false }, after: { confirmed: true }, did }
  })

/**
 * Attests for a quarter that an operator alone uses their account, so that earlier invitations and
 * resets no longer count against independence. The admin must be confirmed, and independent of that
 * operator without any earlier attestation: no inviter renews one.
 */
export const attestOperator = (
  ctx: Changing,
  input: z.output<typeof ById> & z.output<typeof WithOperatorCode>,
  by: OperatorOperation,
): Promise<Audited<View>> =>
  changeOtherWithCode(ctx, input, by, async (tx, target) => {
    if (target.invited) return refuse('api.operator_not_joined')
    await clearAttestation(tx, target.id)
    await requireIndependent(tx, by, target)
    await attest(tx, target.id, by.operator.id)
    const before = { attestedUntil: target.attestedUntil?.toISOString() ?? null }
    const did = `attested that ${target.email} alone uses their account`
    return { before, after: { attested: true }, did }
  })

/** Refuses an admin who is not confirmed, or not independent of the operator. */
async function requireIndependent(
  tx: Tx,
  by: OperatorOperation,
  target: Pick<Operator, 'id'>,
): Promise<void> {
  const admin = await mayConfirm(tx, by.operator.id, target.id)
  if (!admin.confirmed) refuse('api.operator_not_confirmed')
  if (!admin.independent) refuse('api.operator_not_independent')
}

const byItself = 'no second admin'

/** Confirms operators after the waiting time if no second admin could confirm them. */
export const confirmWaitedOperators = (ctx: Pick<Context, 'db'>): Promise<void> =>
  ctx.db.inTransaction(async (tx) => {
    const hours = await readHours(tx, 'operator.sole_admin_wait_hours')
    const confirmed = await confirmWaited(tx, hours)
    for (const { id } of confirmed) {
      await insertAudit(tx, {
        operator: null,
        action: 'operator.confirm',
        subject: { kind: 'operator', id },
        before: { confirmed: false },
        after: { confirmed: true, waitedHours: hours },
        ip: byItself,
        requestId: byItself,
      })
    }
    enqueueAll(
      tx,
      confirmed.map(({ id, email, since }) => ({
        to: 'operator',
        kind: 'operator-changed',
        key: `operator-waited:${id}:${since.toISOString()}`,
        severity: 'warning',
        subject: `Approvals by ${email} count after ${hours} hours: no second admin could confirm`,
        data: { operatorId: String(id), email, hours: String(hours) },
      })),
    )
  })
