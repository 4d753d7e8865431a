import { type RefusalKey, refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { Access } from '../http/endpoint/admit.ts'
import type { HttpRequest } from '../http/endpoint/endpoint.ts'
import type { KeyPermission } from './api-keys/api-key.rules.ts'
import type { KeyHolder } from './api-keys/api-key.sql.ts'
import { bringsKey, findKeyOf, findSigner } from './api-keys/api-key.ts'
import { type Bearer, findBearer } from './sessions/tokens.sql.ts'
import { digestOfToken } from './sessions/tokens.ts'

/** The user of a request. */
export type Caller = Bearer

const bearer = /^Bearer +([A-Za-z0-9_-]{1,200})$/i

type NeededPermission = (method: string) => KeyPermission | null

const refusals: readonly RefusalKey[] = [
  'auth.unauthenticated',
  'auth.email_not_verified',
  'auth.account_suspended',
  'api.api_key_permission_denied',
]

/**
 * Requires a valid access token, or an API key with the needed permission, of a verified account
 * that is not suspended (specification part 5).
 */
const accessOf = (keyPermission: NeededPermission): Access<Caller> => ({
  name: 'signed in',
  scheme: 'bearer',
  refusals,
  keyPermission,
  callerKey: (caller) => `user:${caller.id}`,
  admit: async (ctx, request) => {
    const found = await findCaller(ctx, request)
    if (found === null) return refuse('auth.unauthenticated')
    const refusal = refusalOf(found, keyPermission(request.method))
    return refusal === null ? found.caller : refuse(refusal)
  },
})

function refusalOf({ caller, permissions }: Found, needed: KeyPermission | null) {
  if (caller.suspended) return 'auth.account_suspended'
  if (!caller.emailVerified) return 'auth.email_not_verified'
  const may = permissions === null || (needed !== null && permissions.includes(needed))
  return may ? null : 'api.api_key_permission_denied'
}

/**
 * Returns whether this request's credentials still allow reading, for responses that stay open. An
 * API key's signature was consumed on admission and is not checked again.
 */
export async function isStillSignedIn(
  ctx: Pick<Context, 'config' | 'db'>,
  request: HttpRequest,
): Promise<boolean> {
  const found = bringsKey(request)
    ? byKey(await findKeyOf(ctx, request))
    : await findByToken(ctx, request)
  return found !== null && refusalOf(found, 'read') === null
}

const reads = new Set(['GET', 'HEAD'])

/** Signed-in users; on reads also API keys with the `read` permission. */
export const signedIn = accessOf((method) => (reads.has(method) ? 'read' : null))

/** Signed-in users only, whatever the method: for endpoints that reveal secrets or send codes. */
export const signedInByToken = accessOf(() => null)

/** Signed-in users and API keys with this permission: for orders and withdrawals. */
export const signedInOrKey = (permission: 'trade' | 'withdraw'): Access<Caller> =>
  accessOf(() => permission)

export function bearerOf({ headers: { authorization } }: HttpRequest): string | undefined {
  return typeof authorization === 'string' ? bearer.exec(authorization)?.[1] : undefined
}

/**
 * The caller with the key's permissions; null permissions mean an access token, which allows all.
 */
type Found = Readonly<{ caller: Caller; permissions: readonly string[] | null }>

/** Finds the caller by token or by key. A request with both is ambiguous and has no caller. */
async function findCaller(
  ctx: Pick<Context, 'clock' | 'config' | 'db'>,
  request: HttpRequest,
): Promise<Found | null> {
  if (!bringsKey(request)) return findByToken(ctx, request)
  const { authorization } = request.headers
  return authorization === undefined ? byKey(await findSigner(ctx, request)) : null
}

async function findByToken(ctx: Pick<Context, 'db'>, request: HttpRequest): Promise<Found | null> {
  const token = bearerOf(request)
  const caller = token === undefined ? null : await findBearer(ctx.db, digestOfToken(token))
  return caller === null ? null : { caller, permissions: null }
}

/** Whether a request of a public endpoint carries an access token of the account of an address. */
export const isSignedInAs = async (
  ctx: Pick<Context, 'db'>,
  request: HttpRequest,
  email: string,
): Promise<boolean> => (await findByToken(ctx, request))?.caller.email === email

const byKey = (holder: Pick<KeyHolder, 'holder' | 'permissions'> | null): Found | null =>
  holder === null ? null : { caller: holder.holder, permissions: holder.permissions }
