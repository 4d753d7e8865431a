import type { UserId } from '../../base/values/ids.ts'
import { streamLimits } from '../../core/changes/stream-limits.ts'
import { type Follower, followed, isWritten, versionOf } from '../../core/changes/written.sql.ts'
import type { Tx } from '../../core/database/database.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'
import { messageColumns, type UserMessage } from '../../core/outbox/messages.sql.ts'

export type ChangedMessage = Readonly<{ user: UserId; version: number; message: UserMessage }>

/** Reads the messages that arrived or were read after the followers' positions. */
export async function readChangedMessages(
  tx: Tx,
  followers: readonly Follower[],
): Promise<readonly ChangedMessage[]> {
  const rows = await readRows(tx, { ...messageColumns, user: 'userId', version: 'bigint' })`
    select f.user_id as "user", changed.* from ${followed(followers)} cross join lateral (
      select ${versionOf('m')} as version, m.id, m.kind, m.title, m.body, m.data,
             m.read_at as "readAt", m.created_at as "createdAt"
      from user_messages m
      where m.user_id = f.user_id and m.deleted_at is null
        and (m.read_at is null and m.created_at >= f.since or m.read_at >= f.since)
        and ${isWritten('m')}
      order by coalesce(m.read_at, m.created_at), m.id limit ${streamLimits.changesEach}
    ) as changed`
  return rows.map(({ user, version, ...message }) => ({ user, version, message }))
}
