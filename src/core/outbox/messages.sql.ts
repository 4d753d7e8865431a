import { sql } from 'kysely'
import { z } from 'zod'
import type { UserId } from '../../base/values/ids.ts'
import { integerOf } from '../../base/values/integers.ts'
import type { Database } from '../database/database.ts'
import { columnsOf, type RowOf, readRows } from '../database/driver/read-rows.ts'
import { messageLimits } from './message-limits.ts'

export type MessageType = 'ALL' | 'READ' | 'UNREAD'

export const messageColumns = columnsOf({
  id: 'bigint',
  kind: 'text',
  title: 'text',
  body: 'text',
  data: z.record(z.string(), z.string()),
  readAt: 'timestamptz?',
  createdAt: 'timestamptz',
})

export type UserMessage = RowOf<typeof messageColumns>

export type MessageCounts = Readonly<{ total: number; read: number }>

/** Lists a user's messages of a type, newest first. */
export async function findMessages(
  db: Pick<Database, 'read'>,
  user: UserId,
  { type, limit, offset }: Readonly<{ type: MessageType; limit: number; offset: number }>,
): Promise<readonly UserMessage[]> {
  return await readRows(db.read, messageColumns)`
    select id, kind, title, body, data, read_at as "readAt", created_at as "createdAt"
    from user_messages
    where user_id = ${user} and deleted_at is null
      and (${type} = 'ALL' or (read_at is not null) = (${type} = 'READ'))
    order by id desc limit ${limit} offset ${offset}`
}

/** Returns how many messages a user has, and how many of them are read, in one snapshot. */
export async function countMessages(
  db: Pick<Database, 'read'>,
  user: UserId,
): Promise<MessageCounts> {
  const found = await readRows(db.read, { total: 'bigint', read: 'bigint' })`
    select count(*) as total, count(read_at) as read
    from user_messages where user_id = ${user} and deleted_at is null`
  return found[0] ?? { total: 0, read: 0 }
}

/**
 * Marks those of the messages that belong to the user as read; messages read before keep their
 * time.
 */
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

/** Marks all unread messages of the last `readWindowDays` days as read; older ones stay unread. */
export async function markRecentMessagesRead(
  db: Pick<Database, 'read'>,
  user: UserId,
): Promise<void> {
  await sql`
    update user_messages set read_at = now()
    where user_id = ${user} and read_at is null and deleted_at is null
      and created_at > now() - make_interval(days => ${messageLimits.readWindowDays})
    `.execute(db.read)
}

/**
 * Deletes messages for their reader; returns how many. Their keys stay, so that a repeated notice
 * is not delivered again; their content is erased.
 */
export async function removeMessages(
  db: Pick<Database, 'read'>,
  user: UserId,
  ids: readonly number[],
): Promise<number> {
  const gone = await sql`
    update user_messages set deleted_at = now(), title = '', body = '', data = '{}'
    where user_id = ${user} and id = any(${ids}::bigint[]) and deleted_at is null`.execute(db.read)
  return integerOf(gone.numAffectedRows ?? 0n)
}
