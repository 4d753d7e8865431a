import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { endRecovery } from '../../core/users/app-recoveries.sql.ts'
import { deleteApiKeyById, lockOwner } from '../../platform/access/api-keys/api-key.sql.ts'
import { endDoubtfulAccess } from '../../platform/access/end-access.ts'
import { text } from '../../platform/http/contracts/contracts.ts'
import { changeInLink } from './undo-link.ts'

export const UndoChange = z.object({ change: text({ max: 1_000 }) })

/**
 * Undoes the change that a mailed link was made for, and ends every session: the one that made the
 * change is not the owner's. A repeat within the link's time succeeds too. Refuses with
 * `api.undo_too_late` after that time, and once an authenticator counts.
 */
export async function undoChange(
  ctx: Pick<Context, 'clock' | 'config' | 'db'>,
  { change: sealed }: z.output<typeof UndoChange>,
): Promise<void> {
  const link = changeInLink(ctx, sealed)
  if (link === null) return refuse('api.invalid_token')
  if (link.isLate) return refuse('api.undo_too_late')
  const { user, change } = link
  await ctx.db.inTransaction(async (tx) => {
    const { counts2FA } = await lockOwner(tx, user)
    if (change.what === 'authenticator' && counts2FA) return refuse('api.undo_too_late')
    if (change.what === 'api-key') await deleteApiKeyById(tx, user, change.id)
    if (change.what === 'recovery') await endRecovery(tx, change.id, 'stopped')
    return endDoubtfulAccess(tx, user)
  })
}
