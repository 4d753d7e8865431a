import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import type { OperatorNotice } from '../../core/outbox/notices.ts'
import { findUserByEmail, markEmailVerified, type User } from '../../core/users/users.sql.ts'
import { text } from '../../platform/http/contracts/contracts.ts'
import { enforceRate } from '../../platform/http/endpoint/throttle.ts'
import { verificationMails } from './session-contracts.ts'
import { addressIn, digestOfLink } from './verification-link.ts'
import { spendVerification } from './verifications.sql.ts'

export const VerifyEmail = z.object({ email: text({ max: 1_000 }) })

/**
 * Verifies the address a mailed link was made for. An expired or used link causes a new mail;
 * opening a link again after success succeeds again.
 *
 * @transactions a new mail is counted against its rate before it is enqueued.
 */
export async function verifyEmail(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { email: sealed }: z.output<typeof VerifyEmail>,
): Promise<void> {
  const address = addressIn(ctx, sealed)
  const user = address === null ? null : await findUserByEmail(ctx.db.read, address)
  if (user === null) return refuse('auth.email_not_found')
  if (user.emailVerifiedAt !== null) return
  const verified = await ctx.db.inTransaction((tx) => verifyWith(tx, user, sealed))
  if (verified) return
  await enforceRate(ctx, verificationMails, user.email)
  await ctx.db.inTransaction((tx) => enqueueAll(tx, [accountMail(ctx, 'verify-email', user.id)]))
  return refuse('auth.email_verification_link_expired')
}

/** Also returns true if a concurrent request verified the address with the same link. */
async function verifyWith(tx: Tx, user: User, sealed: string): Promise<boolean> {
  if (await spendVerification(tx, user.id, digestOfLink(sealed))) {
    if (await markEmailVerified(tx, user.id)) enqueueAll(tx, [emailVerified(user)])
    return true
  }
  return (await findUserByEmail(tx, user.email))?.emailVerifiedAt !== null
}

/**
 * The notice that an email was verified. Its key contains only the user, so it is sent only once.
 */
const emailVerified = ({ id }: User): OperatorNotice => ({
  to: 'operator',
  kind: 'email-verified',
  key: `email-verified:${id}`,
  severity: 'info',
  subject: 'An email address was verified',
  data: { userId: String(id) },
})
