import { inTurn } from '../../base/concurrency/in-turn.ts'
import type { UserId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import { countDeciding } from '../../core/decisions/agreements.sql.ts'
import { recordApp } from '../../core/facts/app-fact.ts'
import { insertAudit } from '../../core/operators/operator-audit.sql.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import {
  endRecovery,
  endStaleRecoveries,
  findDueRecoveries,
  isSameApp,
} from '../../core/users/app-recoveries.sql.ts'
import { provisionalLimits } from '../../core/users/provisional-limits.ts'
import { updateBind2FA } from '../../core/users/users.sql.ts'
import { lockOwner } from '../../platform/access/api-keys/api-key.sql.ts'
import { endDoubtfulAccess } from '../../platform/access/end-access.ts'
import { recoveryNotice } from './recover-app.ts'

/**
 * Removes the authenticators of agreed recoveries whose delay has passed, and ends proposals that
 * waited too long.
 *
 * @transactions each recovery commits by itself, so that one failure delays no other.
 */
export async function applyRecoveries(ctx: Pick<Context, 'db'>): Promise<void> {
  await ctx.db.inTransaction((tx) => endStaleRecoveries(tx, provisionalLimits.agreementSeconds))
  const due = await findDueRecoveries(ctx.db.read, provisionalLimits.recoveries)
  await inTurn(due, ({ id, user }) => applyRecovery(ctx, id, user))
}

const byItself = 'after its delay'

/**
 * Unbinds the authenticator and ends every session; or ends the recovery as void, if its user has
 * unbound or replaced that authenticator meanwhile, or one of its operators may no longer decide.
 */
const applyRecovery = (ctx: Pick<Context, 'db'>, id: number, user: UserId): Promise<void> =>
  ctx.db.inTransaction(async (tx) => {
    await lockOwner(tx, user)
    const deciding = await countDeciding(tx, { kind: 'recovery', subject: id })
    const isDone = deciding >= 2 && (await isSameApp(tx, id))
    // An owner or an operator may have stopped it before this lock.
    if (!(await endRecovery(tx, id, isDone ? 'recovered' : 'void'))) return
    if (isDone) {
      if (await updateBind2FA(tx, user, false)) recordApp(tx, user, false)
      await endDoubtfulAccess(tx, user)
      enqueueAll(tx, [recoveryNotice('recovery-done', user, id)])
    }
    await insertAudit(tx, {
      operator: null,
      action: 'recovery.apply',
      subject: { kind: 'user', id: user },
      before: { recovery: 'agreed' },
      after: { recovery: isDone ? 'recovered' : 'void' },
      ip: byItself,
      requestId: byItself,
    })
  })
