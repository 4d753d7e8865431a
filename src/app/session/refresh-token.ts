import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { refreshSession, type Tokens } from '../../platform/access/sessions/tokens.ts'
import { text } from '../../platform/http/contracts/contracts.ts'

export const RefreshToken = z.object({ refreshToken: text({ max: 200 }) })

/** Exchanges a refresh token; reuse of an old one ends its session, and the user is mailed. */
export async function refreshToken(
  ctx: Pick<Context, 'config' | 'db' | 'random'>,
  { refreshToken: token }: z.output<typeof RefreshToken>,
): Promise<Tokens> {
  const refreshed = await ctx.db.inTransaction(async (tx) => {
    const outcome = await refreshSession(tx, ctx, token)
    if (outcome.outcome === 'reused') {
      const key = `session-revoked:${outcome.familyId}`
      enqueueAll(tx, [{ to: 'mail', kind: 'session-revoked', key, user: outcome.user }])
    }
    return outcome
  })
  return refreshed.outcome === 'refreshed' ? refreshed.tokens : refuse('api.invalid_token')
}
