import { sealText, unsealText } from '../../base/secrets/app-keys.ts'
import { sha256 } from '../../base/secrets/crypto.ts'
import type { UserId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import { tokenLimits } from '../../platform/access/sessions/session-limits.ts'
import { replaceReset } from './password-resets.sql.ts'

const purpose = 'password-reset'
const tokenBytes = 32

export const digestOfReset = (token: string): Buffer => sha256(token)

/** Returns the address a reset link was made for, or null if we did not make it. */
export const addressInReset = (ctx: Pick<Context, 'config'>, sealed: string): string | null =>
  unsealText(ctx.config, purpose, sealed)

/** Makes a link that resets this user's password once. Only its token's digest is stored. */
export async function mintResetLink(
  ctx: Pick<Context, 'config' | 'db' | 'random'>,
  user: Readonly<{ id: UserId; email: string }>,
): Promise<string> {
  const token = ctx.random.bytes(tokenBytes).toString('base64url')
  await replaceReset(ctx.db, user.id, digestOfReset(token), tokenLimits.resetTtlSeconds)
  const email = sealText(ctx.config, purpose, user.email, ctx.random)
  const fields = new URLSearchParams({ token, email })
  return `${ctx.config.appUrl.replace(/\/$/, '')}/reset-password?${fields}`
}
