import type { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { confirm, confirmWaited, mayConfirm } from '../../core/operators/confirmations.sql.ts'
import { insertAudit } from '../../core/operators/operator-audit.sql.ts'
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
    const admin = await mayConfirm(tx, by.operator.id, target.id)
    if (!admin.confirmed) return refuse('api.operator_not_confirmed')
    if (!admin.independent) return refuse('api.operator_not_independent')
    await confirm(tx, target.id, by.operator.id)
    const did = `confirmed ${target.email}`
    return { before: { confirmed: false }, after: { confirmed: true }, did }
  })

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
