import { z } from 'zod'
import type { Context } from '../../context.ts'
import { messageLimits } from '../../core/outbox/message-limits.ts'
import { markMessagesRead, markRecentMessagesRead } from '../../core/outbox/messages.sql.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { listOf, oneOf, optional, wireId } from '../../platform/http/contracts/contracts.ts'

export const ReadMessages = z
  .object({
    type: optional(oneOf(['all'])),
    userMessageIds: optional(listOf(wireId, { max: messageLimits.idsAtOnce })),
  })
  .refine(({ type, userMessageIds }) => type !== undefined || userMessageIds !== undefined, {
    path: ['userMessageIds'],
    message: 'The :attribute field is required.',
  })

/** Marks the caller's recent messages read, or those with the given ids that are the caller's. */
export async function readMessages(
  ctx: Pick<Context, 'db'>,
  { type, userMessageIds = [] }: z.output<typeof ReadMessages>,
  caller: Caller,
): Promise<void> {
  if (type === 'all') await markRecentMessagesRead(ctx.db, caller.id)
  else await markMessagesRead(ctx.db, caller.id, userMessageIds)
}

/** Marks the caller's recent unread messages read. */
export const readAllMessages = (ctx: Pick<Context, 'db'>, _input: object, caller: Caller) =>
  markRecentMessagesRead(ctx.db, caller.id)
