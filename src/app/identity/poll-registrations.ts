import type { Context } from '../../context.ts'
import { readCount } from '../../core/reference/settings.sql.ts'
import { deleteCertifications } from '../../core/users/certifications.sql.ts'
import { forgetIdentities } from '../../core/users/users.sql.ts'
import { expireFiles } from '../../platform/files/files.sql.ts'
import { deleteOldHistories } from './identity-histories.sql.ts'
import { claimUndecided } from './identity-registrations.sql.ts'
import { settleRegistration } from './settle-registration.ts'

/** Polls a batch of due registrations; a failure of one does not affect the others. */
export async function pollRegistrations(
  ctx: Pick<Context, 'clock' | 'config' | 'db' | 'idp' | 'log' | 'random'>,
): Promise<void> {
  const due = await claimUndecided(ctx.db)
  const asked = await Promise.allSettled(due.map((one) => settleRegistration(ctx, one)))
  for (const outcome of asked) {
    if (outcome.status === 'fulfilled') continue
    ctx.log.warn({ err: outcome.reason }, 'a registration query failed and will be retried')
  }
}

/**
 * Deletes the histories of accounts that closed longer ago than the setting, and expires their
 * pictures. These accounts are no longer verified; the evidence of any other account stays.
 */
export async function forgetOldHistories(ctx: Pick<Context, 'db'>): Promise<void> {
  const days = await readCount(ctx.db.read, 'identity.history_days')
  const forgetSome = () =>
    ctx.db.inTransaction(async (tx) => {
      const { users, pictures } = await deleteOldHistories(tx, days)
      await forgetIdentities(tx, users)
      await deleteCertifications(tx, users)
      await expireFiles(tx, pictures)
      return users.length
    })
  while ((await forgetSome()) > 0);
}
