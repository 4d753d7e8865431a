import { z } from 'zod'
import type { Context } from '../../context.ts'
import { findSessions } from '../../platform/access/sessions/sessions.sql.ts'
import { digestOfToken } from '../../platform/access/sessions/tokens.ts'
import { bearerOf, type Caller } from '../../platform/access/signed-in.ts'
import { isoTime } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'

export const SessionView = z
  .object({
    id: z.int(),
    device: z.string().nullable(),
    ip: z.string().nullable(),
    createdAt: isoTime,
    lastUsedAt: isoTime,
    current: z.boolean(),
  })
  .meta({ id: 'Session' })

/** Lists the caller's live sessions: the one of the request first, then the newest. */
export async function listSessions(
  ctx: Pick<Context, 'db'>,
  _input: object,
  caller: Caller,
  request: HttpRequest,
) {
  const digest = digestOfToken(bearerOf(request) ?? '')
  return [...(await findSessions(ctx.db, caller.id, digest))]
}
