import { z } from 'zod'
import { endAccessAfterReset } from '../../access/end-access.ts'
import { hashPassword } from '../../access/passwords.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { confirmed, rawText, text } from '../../http/contracts.ts'
import { forgetTries, holdToRate } from '../../http/throttle.ts'
import { accountMail } from '../../outbox/account-mail.ts'
import { enqueueAll } from '../../outbox/enqueue.ts'
import { readHours } from '../../reference/settings.sql.ts'
import { changePassword, findUserByEmail } from '../../users/users.sql.ts'
import { isResetAlive, spendReset } from './password-resets.sql.ts'
import { addressInReset, digestOfReset } from './reset-link.ts'
import { newPassword, resets } from './session-contracts.ts'

export const ResetPassword = confirmed(
  z.object({
    token: text({ max: 200 }),
    email: text({ max: 1_000 }),
    password: newPassword,
    password_confirmation: rawText({ max: 128 }),
  }),
  'password',
)

/**
 * Sets a new password with a mailed link, once. Every session and every key that moves money ends
 * with the old password, and withdrawals wait, since a mailbox may be in the wrong hands. The
 * second factor stays as it is.
 */
export async function resetPassword(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { token, email: sealed, password }: z.output<typeof ResetPassword>,
): Promise<void> {
  const address = addressInReset(ctx, sealed)
  if (address === null) return refuse('api.invalid_token')
  await holdToRate(ctx, resets, address, { refusal: 'api.reset_password_throttle' })
  const user = await findUserByEmail(ctx.db.read, address)
  const digest = digestOfReset(token)
  const alive = user !== null && (await isResetAlive(ctx.db, user.id, digest))
  if (!alive) return refuse('api.invalid_token')
  const passwordHash = await hashPassword(ctx.random, password)
  await ctx.db.inTransaction(async (tx) => {
    const lockHours = await readHours(tx, 'withdrawal.lock_after_reset_hours')
    // The user's row comes first: logins and withdrawals under way wait for it, or it for them.
    await changePassword(tx, user.id, { passwordHash, lockHours })
    if (!(await spendReset(tx, user.id, digest))) refuse('api.invalid_token')
    await endAccessAfterReset(tx, user.id)
    enqueueAll(tx, [accountMail(ctx, 'password-changed', user.id)])
  })
  await forgetTries(ctx, resets, address)
}
