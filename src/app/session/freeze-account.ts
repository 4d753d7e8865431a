import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { suspendAccess } from '../../platform/access/suspend-access.ts'
import { text } from '../../platform/http/contracts/contracts.ts'
import { ownerInLink } from './freeze-link.ts'

export const FreezeAccount = z.object({ account: text({ max: 500 }) })

/**
 * Suspends the account that a mailed link was made for, as its owner could in the app: a thief may
 * have changed the password, but does not read the mailbox. A repeat succeeds too.
 */
export async function freezeAccount(
  ctx: Pick<Context, 'clock' | 'config' | 'db' | 'random'>,
  { account }: z.output<typeof FreezeAccount>,
): Promise<void> {
  const user = ownerInLink(ctx, account)
  if (user === null) return refuse('api.invalid_token')
  const mail = accountMail(ctx, 'account-suspended', user)
  const suspension = { reason: 'frozen by a mailed link', byService: false, mail }
  await ctx.db.inTransaction((tx) => suspendAccess(tx, user, suspension))
}
