import { sealText, unsealText } from '../../base/secrets/app-keys.ts'
import { sha256 } from '../../base/secrets/crypto.ts'
import type { UserId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import { tokenLimits } from '../../platform/access/sessions/session-limits.ts'
import { insertVerification } from './verifications.sql.ts'

const purpose = 'email-verification'

/** The digest of a verification link's sealed address, by which the link is stored. */
export const digestOfLink = (sealed: string): Buffer => sha256(sealed)

/** Returns the address a link was made for, or null if we did not make it. */
export const addressIn = (ctx: Pick<Context, 'config'>, sealed: string): string | null =>
  unsealText(ctx.config, purpose, sealed)

/**
 * Makes a link that verifies this address once within the hour. Only its digest is stored. It opens
 * a page whose button verifies: the app's own, or ours if `APP_URL` names no app.
 */
export async function mintVerificationLink(
  ctx: Pick<Context, 'config' | 'db' | 'random'>,
  user: Readonly<{ id: UserId; email: string }>,
): Promise<string> {
  const sealed = sealText(ctx.config, purpose, user.email, ctx.random)
  await ctx.db.inTransaction((tx) =>
    insertVerification(tx, user.id, digestOfLink(sealed), tokenLimits.verificationTtlSeconds),
  )
  return `${ctx.config.appUrl.replace(/\/$/, '')}/verify-email/${sealed}`
}
