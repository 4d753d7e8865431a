import { z } from 'zod'
import type { Caller } from '../../access/signed-in.ts'
import { limits } from '../../base/limits.ts'
import type { Context } from '../../context.ts'
import { listOf, wireId } from '../../http/contracts.ts'
import { deleteMessages as takeMessages } from '../../outbox/messages.sql.ts'

export const DeleteMessages = z.object({
  messageIds: listOf(wireId, { max: limits.messages.idsAtOnce }),
})

/** Deletes those of the messages that are the caller's; returns their number. */
export async function deleteMessages(
  ctx: Pick<Context, 'db'>,
  { messageIds }: z.output<typeof DeleteMessages>,
  caller: Caller,
) {
  return { deletedCount: await takeMessages(ctx.db, caller.id, messageIds) }
}
