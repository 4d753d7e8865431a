import { z } from 'zod'
import type { Context } from '../../context.ts'
import { messageLimits } from '../../core/outbox/message-limits.ts'
import { removeMessages } from '../../core/outbox/messages.sql.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { listOf, wireId } from '../../platform/http/contracts/contracts.ts'

export const DeleteMessages = z.object({
  messageIds: listOf(wireId, { max: messageLimits.idsAtOnce }),
})

/** Deletes those of the messages that are the caller's; returns their number. */
export async function deleteMessages(
  ctx: Pick<Context, 'db'>,
  { messageIds }: z.output<typeof DeleteMessages>,
  caller: Caller,
) {
  return { deletedCount: await removeMessages(ctx.db, caller.id, messageIds) }
}
