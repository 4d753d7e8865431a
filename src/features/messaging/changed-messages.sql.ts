import { sql } from 'kysely'
import { type UserId, userId } from '../../base/ids.ts'
import { limits } from '../../base/limits.ts'
import { type Follower, followed, isWritten, versionOf } from '../../changes/written.sql.ts'
import type { Tx } from '../../database/database.ts'
import type { UserMessage } from '../../outbox/messages.sql.ts'

export type ChangedMessage = Readonly<{ user: UserId; version: number; message: UserMessage }>

/** Reads the messages that arrived or were read after the followers' positions. */
export async function readChangedMessages(
  tx: Tx,
  followers: readonly Follower[],
): Promise<readonly ChangedMessage[]> {
  const { rows } = await sql<UserMessage & Readonly<{ user: number; version: number }>>`
    select f.user_id as "user", changed.* from ${followed(followers)} cross join lateral (
      select ${versionOf('m')} as version, m.id, m.kind, m.title, m.body, m.data,
             m.read_at as "readAt", m.created_at as "createdAt"
      from user_messages m
      where m.user_id = f.user_id and m.deleted_at is null
        and coalesce(m.read_at, m.created_at) >= f.since and ${isWritten('m')}
      order by coalesce(m.read_at, m.created_at), m.id limit ${limits.stream.changesEach}
    ) as changed`.execute(tx)
  return rows.map(({ user, version, ...message }) => ({ user: userId(user), version, message }))
}
