import { refuse } from '../base/refusal.ts'
import type { Tx } from '../database/database.ts'
import type { HttpRequest } from '../http/endpoint.ts'
import { holdAccessToken } from './sessions/tokens.sql.ts'
import { digestOfToken } from './sessions/tokens.ts'
import { bearerOf } from './signed-in.ts'

/**
 * Makes sure that the access token which let a request in still lives, and holds it until the
 * transaction ends: whoever ends the session waits. For what outlives a session, such as a key or a
 * secret that is shown: a request under way must give out none once its session was ended.
 */
export async function lockSession(tx: Tx, request: HttpRequest): Promise<void> {
  const token = bearerOf(request)
  const alive = token !== undefined && (await holdAccessToken(tx, digestOfToken(token)))
  if (!alive) refuse('auth.unauthenticated')
}
