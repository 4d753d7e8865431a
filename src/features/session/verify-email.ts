import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/database.ts'
import { text } from '../../http/contracts.ts'
import { holdToRate } from '../../http/throttle.ts'
import { enqueueAll } from '../../outbox/enqueue.ts'
import { findUserByEmail, markEmailVerified, type User } from '../../users/users.sql.ts'
import { verificationMails } from './session-contracts.ts'
import { addressIn, digestOfLink } from './verification-link.ts'
import { spendVerification } from './verifications.sql.ts'

export const VerifyEmail = z.object({ email: text({ max: 1_000 }) })

/**
 * Verifies the address a mailed link was made for. A link that has expired or was used brings a
 * new mail; opening a link again after success succeeds again.
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
  await holdToRate(ctx, verificationMails, user.email)
  const key = `verify-email:${user.id}:${ctx.random.bytes(16).toString('hex')}`
  await ctx.db.inTransaction((tx) =>
    enqueueAll(tx, [{ to: 'mail', kind: 'verify-email', key, user: user.id }]),
  )
  return refuse('auth.email_verification_link_expired')
}

/** True also when a parallel request verified the address with the same link first. */
async function verifyWith(tx: Tx, user: User, sealed: string): Promise<boolean> {
  if (await spendVerification(tx, user.id, digestOfLink(sealed))) {
    await markEmailVerified(tx, user.id)
    return true
  }
  return (await findUserByEmail(tx, user.email))?.emailVerifiedAt !== null
}
