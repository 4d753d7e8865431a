import { sql } from 'kysely'
import { z } from 'zod'
import type { UserId } from '../../base/values/ids.ts'
import { integerOf } from '../../base/values/integers.ts'
import { listLimits } from '../../base/values/list-limits.ts'
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

type MessagePage = Readonly<{ type: MessageType; limit: number; offset: number }>

const ofType = {
  ALL: sql`true`,
  READ: sql`read_at is not null`,
  UNREAD: sql`read_at is null`,
} as const

/**
 * Lists those of a user's newest `most` messages that are of a type, newest first. The user is a
 * range and part of the order, not an equality: with an equality the planner reads the messages of
 * all users by id if it expects to find many of this one's among them.
 */
export async function findMessages(
  db: Pick<Database, 'read'>,
  user: UserId,
  { type, limit, offset }: MessagePage,
  most: number = listLimits.countedItems,
): Promise<readonly UserMessage[]> {
  return await readRows(db.read, messageColumns)`
    select id, kind, title, body, data, read_at as "readAt", created_at as "createdAt"
    from (
      select * from user_messages
      where user_id between ${user} and ${user} and deleted_at is null
      order by user_id desc, id desc limit ${most}
    ) as newest where ${ofType[type]}
    order by user_id desc, id desc limit ${limit} offset ${offset}`
}

/**
 * Returns how many messages a user has, and how many of them are read, in one snapshot. Counts at
 * most `most` messages, and as many unread ones: of more, the number of read ones is too low.
 */
export async function countMessages(
  db: Pick<Database, 'read'>,
  user: UserId,
  most: number = listLimits.countedItems,
): Promise<MessageCounts> {
  const count = (type: MessageType) => sql`(
    select count(*) from (
      select from user_messages where user_id = ${user} and deleted_at is null and ${ofType[type]}
      limit ${most}) as counted)`
  const [found] = await readRows(db.read, { total: 'bigint', unread: 'bigint' })`
    select ${count('ALL')} as total, ${count('UNREAD')} as unread`
  const { total, unread } = found ?? { total: 0, unread: 0 }
  return { total, read: total - unread }
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
