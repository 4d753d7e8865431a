import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { readPinState } from '../../core/users/pins.sql.ts'
import { findUser } from '../../core/users/users.sql.ts'
import type { Caller } from '../../platform/access/signed-in.ts'

/** Returns the caller's own profile, without secrets. */
export async function showMe(ctx: Pick<Context, 'db'>, _input: object, caller: Caller) {
  const user = await findUser(ctx.db.read, caller.id)
  if (user === null) return refuse('auth.unauthenticated')
  return {
    id: user.id,
    email: user.email,
    emailVerified: user.emailVerifiedAt !== null,
    phone: user.phone,
    language: user.language,
    currency: user.currency,
    bind2FA: user.bind2FA,
    provisional2FAUntil: user.provisional2FAUntil,
    identityStatus: user.identityStatus,
    passwordLeaked: user.passwordLeaked,
    pin: await readPinState(ctx.db, user.id),
    createdAt: user.createdAt.toISOString(),
  }
}
