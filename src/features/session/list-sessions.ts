import { z } from 'zod'
import {
  listSessions as findSessions,
  type LiveSession,
} from '../../access/sessions/sessions.sql.ts'
import { digestOfToken } from '../../access/sessions/tokens.ts'
import { bearerOf, type Caller } from '../../access/signed-in.ts'
import type { Context } from '../../context.ts'
import type { HttpRequest } from '../../http/endpoint.ts'

export const SessionView = z.object({
  id: z.int(),
  device: z.string().nullable(),
  ip: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  current: z.boolean(),
})

/** Lists the caller's live sessions: the one of the request first, then the newest. */
export async function listSessions(
  ctx: Pick<Context, 'db'>,
  _input: object,
  caller: Caller,
  request: HttpRequest,
): Promise<z.output<typeof SessionView>[]> {
  const digest = digestOfToken(bearerOf(request) ?? '')
  return (await findSessions(ctx.db, caller.id, digest)).map(shown)
}

const shown = ({ createdAt, lastUsedAt, ...session }: LiveSession) => ({
  ...session,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
})
