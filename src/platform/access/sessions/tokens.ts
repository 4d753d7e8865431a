import { refuse } from '../../../base/refusal.ts'
import { hmacSha256, keyFor, sha256 } from '../../../base/secrets/crypto.ts'
import type { UserId } from '../../../base/values/ids.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import type { SignInNotice } from '../../../core/outbox/notices.ts'
import { type CheckedUser, lockPassword } from '../../../core/users/users.sql.ts'
import type { HttpRequest } from '../../http/endpoint/endpoint.ts'
import { deviceOfSignIn, type SigningDevice } from './known-device.ts'
import { tokenLimits } from './session-limits.ts'
import {
  advanceFamily,
  type Family,
  insertAccessToken,
  insertFamily,
  insertRefreshToken,
  lockFamilyOf,
  revokeFamily,
} from './tokens.sql.ts'

type TokenContext = Pick<Context, 'config' | 'random'>

export type Tokens = Readonly<{
  xToken: Readonly<{ token: string; expiresAt: string }>
  refreshToken: string
}>

export type StartedSession = Readonly<{
  tokens: Tokens
  /** The key that the device sends with its next sign-in. */
  deviceKey: string
}>

const tokenBytes = 32

export const digestOfToken = (token: string): Buffer => sha256(token)

/**
 * Derives the refresh token of a family's generation. Since it is derived, a client that lost the
 * response to a refresh can get the same successor again, although only digests are stored.
 */
function refreshToken(ctx: TokenContext, family: Family, generation: number): string {
  const key = keyFor(ctx.config.appKeys[0], 'refresh-token')
  const derived = hmacSha256(key, `${family.seed.toString('hex')}:${generation}`)
  return `xrt_${derived.toString('base64url')}`
}

/**
 * Starts a session on the request's device: a new family with its first tokens. The owner is
 * notified of a new device. Refuses with `auth.failed` if the password or the second factor has
 * changed since they were checked, or the user was suspended, so that a concurrent sign-in does not
 * outlive a reset.
 */
export async function startSession(
  tx: Tx,
  ctx: TokenContext,
  user: CheckedUser,
  request: Pick<HttpRequest, 'headers' | 'ip'>,
): Promise<StartedSession> {
  if (!(await lockPassword(tx, user))) refuse('auth.failed')
  const device = await deviceOfSignIn(tx, ctx, user.id, request)
  const seed = ctx.random.bytes(tokenBytes)
  const ttlSeconds = tokenLimits.refreshTtlSeconds
  const family = await insertFamily(tx, user.id, { seed, device, ttlSeconds })
  if (device.notifyOwner) enqueueAll(tx, [signInNotice(user.id, family, device)])
  return { tokens: await mint(tx, ctx, family, 0), deviceKey: device.key }
}

const signInNotice = (
  user: UserId,
  { id, createdAt }: Family & Readonly<{ createdAt: Date }>,
  { name, ip }: SigningDevice,
): SignInNotice => ({
  to: 'sign-in',
  kind: 'new-sign-in',
  key: `new-sign-in:${id}`,
  user,
  session: id,
  data: { device: name, ip, at: createdAt.toISOString() },
})

async function mint(
  tx: Tx,
  ctx: TokenContext,
  family: Family,
  generation: number,
): Promise<Tokens> {
  const token = `xat_${ctx.random.bytes(tokenBytes).toString('base64url')}`
  const ttlSeconds = tokenLimits.accessTtlSeconds
  const expiresAt = await insertAccessToken(tx, digestOfToken(token), family, ttlSeconds)
  const next = refreshToken(ctx, family, generation)
  await insertRefreshToken(tx, digestOfToken(next), family, generation)
  return { xToken: { token, expiresAt: expiresAt.toISOString() }, refreshToken: next }
}

export type Refreshed =
  | Readonly<{ outcome: 'refreshed'; tokens: Tokens }>
  | Readonly<{ outcome: 'invalid' }>
  | Readonly<{ outcome: 'reused'; user: UserId; familyId: number }>

/**
 * Exchanges a refresh token. The newest one advances its family; its predecessor, within the grace
 * time, gets the same successor; an older one ends the family, since it must have been copied.
 */
export async function refreshSession(tx: Tx, ctx: TokenContext, token: string): Promise<Refreshed> {
  const found = await lockFamilyOf(tx, digestOfToken(token), tokenLimits.refreshGraceSeconds)
  if (found === null || found.expired || found.family.revoked) return { outcome: 'invalid' }
  const { family, generation } = found
  if (generation === family.generation) {
    await advanceFamily(tx, family, generation + 1)
    return { outcome: 'refreshed', tokens: await mint(tx, ctx, family, generation + 1) }
  }
  if (generation === family.generation - 1 && family.justRefreshed) {
    return { outcome: 'refreshed', tokens: await mint(tx, ctx, family, family.generation) }
  }
  await revokeFamily(tx, family)
  return { outcome: 'reused', user: family.user, familyId: family.id }
}
