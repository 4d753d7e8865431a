import { refuse } from '../../base/refusal.ts'
import type { Tx } from '../../core/database/database.ts'
import type { HttpRequest } from '../http/endpoint/endpoint.ts'
import { lockAccessToken } from './sessions/tokens.sql.ts'
import { digestOfToken } from './sessions/tokens.ts'
import { bearerOf } from './signed-in.ts'

/**
 * Checks that the access token of a request is still valid, and locks it until the transaction
 * ends, so that revoking the session waits. Needed for anything that outlives a session, such as a
 * new key or a revealed secret: a revoked session must not obtain one. Returns the session; throws
 * `auth.unauthenticated` if the token is no longer valid.
 */
export async function lockSession(tx: Tx, request: HttpRequest): Promise<number> {
  const token = bearerOf(request)
  const session = token === undefined ? null : await lockAccessToken(tx, digestOfToken(token))
  return session ?? refuse('auth.unauthenticated')
}
