import { sql } from 'kysely'
import { type UserId, userId } from '../../base/ids.ts'
import { limits } from '../../base/limits.ts'
import { type Follower, followed, isWritten, versionOf } from '../../changes/written.sql.ts'
import type { Tx } from '../../database/database.ts'
import type { UserMessage } from '../../outbox/messages.sql.ts'

export type ChangedMessage = Readonly<{ user: UserId; version: number; message: UserMessage }>

/** Messages that came or were read after the followers' positions, among the newest of each. */
export async function readChangedMessages(
  tx: Tx,
  followers: readonly Follower[],
): Promise<readonly ChangedMessage[]> {
  const { rows } = await sql<UserMessage & Readonly<{ user: number; version: number }>>`
    select f.user_id as "user", ${versionOf('m')} as version, m.id, m.kind, m.title, m.body,
           m.data, m.read_at as "readAt", m.created_at as "createdAt"
    from ${followed(followers)} cross join lateral (
      select *, xmin from user_messages
      where user_id = f.user_id and deleted_at is null
      order by id desc limit ${limits.stream.changesEach}
    ) as m
    where ${isWritten('m')} order by m.id`.execute(tx)
  return rows.map(({ user, version, ...message }) => ({ user: userId(user), version, message }))
}
