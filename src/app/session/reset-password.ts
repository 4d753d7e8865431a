import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { readHours } from '../../core/reference/settings.sql.ts'
import { findUserByEmail, lockOwnership, storePassword } from '../../core/users/users.sql.ts'
import {
  type DropLeftovers,
  endAccessOfStranger,
  endDoubtfulAccess,
} from '../../platform/access/end-access.ts'
import { forgetGuesses } from '../../platform/access/passwords/account-guesses.ts'
import { isLeaked } from '../../platform/access/passwords/leaked-passwords.ts'
import { hashPassword, queuePlaceOf } from '../../platform/access/passwords/passwords.ts'
import { confirmed, rawText, text } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { enforceRate, forgetTries } from '../../platform/http/endpoint/throttle.ts'
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
 * Sets a new password with a mailed link, once. Ends every session, suspends every API key that may
 * move money and locks withdrawals for a time, since the mailbox may be in the wrong hands. Only a
 * second factor that counts stays. If ownership of the mailbox was never proven before, the account
 * may have been registered by a stranger: then what the stranger left is removed too.
 */
export async function resetPassword(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { token, email: sealed, password }: z.output<typeof ResetPassword>,
  leftovers: readonly DropLeftovers[],
  request: HttpRequest,
): Promise<void> {
  const address = addressInReset(ctx, sealed)
  if (address === null) return refuse('api.invalid_token')
  await enforceRate(ctx, resets, address, { refusal: 'api.reset_password_throttle' })
  const user = await findUserByEmail(ctx.db.read, address)
  const digest = digestOfReset(token)
  const alive = user !== null && (await isResetAlive(ctx.db, user.id, digest))
  if (!alive) return refuse('api.invalid_token')
  const passwordHash = await hashPassword(ctx.random, password, queuePlaceOf(request))
  const passwordLeaked = await isLeaked(password)
  await ctx.db.inTransaction(async (tx) => {
    const lockHours = await readHours(tx, 'withdrawal.lock_after_reset_hours')
    // Locks the user's row first, which orders this against concurrent logins and withdrawals.
    const { isProven, hasMoney } = await lockOwnership(tx, user.id)
    await storePassword(tx, user.id, { passwordHash, passwordLeaked, lockHours })
    if (!(await spendReset(tx, user.id, digest))) refuse('api.invalid_token')
    if (isProven) await endDoubtfulAccess(tx, user.id)
    else await endAccessOfStranger(tx, user.id, { hasMoney, leftovers })
    enqueueAll(tx, [
      accountMail(ctx, 'password-changed', user.id),
      ...(passwordLeaked ? [accountMail(ctx, 'password-leaked', user.id)] : []),
    ])
  })
  await forgetTries(ctx, resets, address)
  // The guesses were at the former password; the owner may sign in on a new device at once.
  await forgetGuesses(ctx, address)
}
