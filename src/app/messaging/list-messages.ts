import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { ChangeSource } from '../../core/changes/change-source.ts'
import { countMessages, findMessages, type UserMessage } from '../../core/outbox/messages.sql.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { oneOf, timeOf, withDefault } from '../../platform/http/contracts/contracts.ts'
import { offsetFields } from '../../platform/http/contracts/lists.ts'
import { readChangedMessages } from './changed-messages.sql.ts'

export const Message = z
  .object({
    id: z.int(),
    kind: z.string(),
    title: z.string(),
    body: z.string(),
    data: z.record(z.string(), z.string()),
    read: z.boolean(),
    readAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Message' })

export const ListMessages = z.object({
  type: withDefault(oneOf(['ALL', 'READ', 'UNREAD']), 'ALL'),
  ...offsetFields,
})

/** Returns a page of the caller's messages, newest first, with counters over all of them. */
export async function listMessages(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListMessages>,
  caller: Caller,
) {
  const [messages, { total, read }] = await Promise.all([
    findMessages(ctx.db, caller.id, input),
    countMessages(ctx.db, caller.id),
  ])
  return {
    data: messages.map(shownMessage),
    totalCount: total,
    totalReadCount: read,
    totalUnreadCount: total - read,
  }
}

const shownMessage = ({ readAt, createdAt, ...message }: UserMessage) => ({
  ...message,
  read: readAt !== null,
  readAt: timeOf(readAt),
  createdAt: createdAt.toISOString(),
})

/** Reports messages that arrive or are read. */
export const messageChanges: ChangeSource = {
  events: { message: Message },
  read: async (_ctx, tx, followers) =>
    (await readChangedMessages(tx, followers)).map(({ user, version, message }) => ({
      user,
      event: 'message',
      key: message.id.toString(),
      version,
      data: shownMessage(message),
    })),
}
