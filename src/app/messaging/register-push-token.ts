import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { userId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import { pushTokenLimits } from '../../core/outbox/message-limits.ts'
import { deletePushTokensOf, savePushToken } from '../../core/outbox/push-tokens.sql.ts'
import { lockSession } from '../../platform/access/lock-session.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { text, wireId } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'

/** Registration tokens are ASCII without blanks, so their length in characters is that in bytes. */
export const RegisterPushToken = z.object({
  user_id: wireId.transform(userId),
  fcm_token: text({ max: pushTokenLimits.chars }).refine((token) => /^[!-~]*$/.test(token), {
    message: 'The :attribute field format is invalid.',
  }),
})

export const ClearPushTokens = z.object({ user_id: wireId.transform(userId) })

/**
 * Registers a device for the caller's pushes until the session ends, and takes it away from any
 * other user.
 */
export async function registerPushToken(
  ctx: Pick<Context, 'db'>,
  { user_id, fcm_token }: z.output<typeof RegisterPushToken>,
  caller: Caller,
  request: HttpRequest,
): Promise<void> {
  refuseOthers(user_id, caller)
  await ctx.db.inTransaction(async (tx) => {
    const session = await lockSession(tx, request)
    await savePushToken(tx, caller.id, fcm_token, session)
  })
}

export async function clearPushTokens(
  ctx: Pick<Context, 'db'>,
  { user_id }: z.output<typeof ClearPushTokens>,
  caller: Caller,
): Promise<void> {
  refuseOthers(user_id, caller)
  await deletePushTokensOf(ctx.db.read, caller.id)
}

/** A caller may change only their own devices; another user is reported as not found. */
function refuseOthers(wanted: number, caller: Caller): void {
  if (wanted !== caller.id) refuse('api.user_not_found', { text: 'User not found' })
}
