import { sql } from 'kysely'
import type { UserId } from '../base/ids.ts'
import { limits } from '../base/limits.ts'
import type { Database } from '../database/database.ts'

export type MessageType = 'ALL' | 'READ' | 'UNREAD'

export type UserMessage = Readonly<{
  id: number
  kind: string
  title: string
  body: string
  data: Readonly<Record<string, string>>
  readAt: Date | null
  createdAt: Date
}>

export type MessageCounts = Readonly<{ total: number; read: number }>

/** Lists a user's messages of a type, newest first. */
export async function listMessages(
  db: Pick<Database, 'read'>,
  user: UserId,
  { type, limit, offset }: Readonly<{ type: MessageType; limit: number; offset: number }>,
): Promise<readonly UserMessage[]> {
  const found = await sql<UserMessage>`
    select id, kind, title, body, data, read_at as "readAt", created_at as "createdAt"
    from user_messages
    where user_id = ${user} and deleted_at is null
      and (${type} = 'ALL' or (read_at is not null) = (${type} = 'READ'))
    order by id desc limit ${limit} offset ${offset}`.execute(db.read)
  return found.rows
}

/** Returns how many messages a user has, and how many of them are read, in one snapshot. */
export async function countMessages(
  db: Pick<Database, 'read'>,
  user: UserId,
): Promise<MessageCounts> {
  const found = await sql<MessageCounts>`
    select count(*) as total, count(read_at) as read
    from user_messages where user_id = ${user} and deleted_at is null`.execute(db.read)
  return found.rows[0] ?? { total: 0, read: 0 }
}

/** Marks those of the messages that belong to the user; read ones keep their time. */
export async function markMessagesRead(
  db: Pick<Database, 'read'>,
  user: UserId,
  ids: readonly number[],
): Promise<void> {
  await sql`
    update user_messages set read_at = now()
    where user_id = ${user} and id = any(${ids}::bigint[])
      and read_at is null and deleted_at is null`.execute(db.read)
}

/** Marks all unread messages of the last `readWindowDays` days; older ones stay unread. */
export async function markRecentMessagesRead(
  db: Pick<Database, 'read'>,
  user: UserId,
): Promise<void> {
  await sql`
    update user_messages set read_at = now()
    where user_id = ${user} and read_at is null and deleted_at is null
      and created_at > now() - make_interval(days => ${limits.messages.readWindowDays})
    `.execute(db.read)
}

/**
 * Deletes messages for their reader; returns how many. Their keys stay, so that a repeated notice
 * is not delivered again; their content is erased.
 */
export async function deleteMessages(
  db: Pick<Database, 'read'>,
  user: UserId,
  ids: readonly number[],
): Promise<number> {
  const gone = await sql`
    update user_messages set deleted_at = now(), title = '', body = '', data = '{}'
    where user_id = ${user} and id = any(${ids}::bigint[]) and deleted_at is null`.execute(db.read)
  return Number(gone.numAffectedRows ?? 0n)
}
