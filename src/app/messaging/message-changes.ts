import type { ChangeSource } from '../../core/changes/change-source.ts'
import { readChangedMessages } from './changed-messages.sql.ts'
import { Message, shownMessage } from './list-messages.ts'

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
