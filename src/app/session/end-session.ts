import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { endOtherSessionsOf, revokeSession } from '../../platform/access/sessions/sessions.sql.ts'
import { digestOfToken } from '../../platform/access/sessions/tokens.ts'
import { bearerOf, type Caller } from '../../platform/access/signed-in.ts'
import { text, wireId } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { sessionInLink } from './session-link.ts'

export const SessionById = z.object({ id: wireId })

/** Ends one of the caller's sessions; its device counts as new at its next sign-in. */
export async function endSession(
  ctx: Pick<Context, 'db'>,
  { id }: z.output<typeof SessionById>,
  caller: Caller,
): Promise<void> {
  const ended = await ctx.db.inTransaction((tx) => revokeSession(tx, { id, user: caller.id }))
  if (!ended) refuse('auth.session_not_found')
}

/** Ends every session of the caller but the one of the request. */
export const endOtherSessions = (
  ctx: Pick<Context, 'db'>,
  _input: object,
  caller: Caller,
  request: HttpRequest,
): Promise<void> => {
  const digest = digestOfToken(bearerOf(request) ?? '')
  return ctx.db.inTransaction((tx) => endOtherSessionsOf(tx, caller.id, digest))
}

export const EndMailedSession = z.object({ session: text({ max: 200 }) })

/** Ends the session that a mailed link was made for; a repeat succeeds too. */
export async function endMailedSession(
  ctx: Pick<Context, 'config' | 'db'>,
  { session }: z.output<typeof EndMailedSession>,
): Promise<void> {
  const id = sessionInLink(ctx, session)
  if (id === null) return refuse('api.invalid_token')
  await ctx.db.inTransaction((tx) => revokeSession(tx, { id }))
}
