import { sql } from 'kysely'
import type { UserId } from '../../base/values/ids.ts'
import type { Database } from '../database/database.ts'
import { deleteInSteps } from '../database/driver/delete-in-steps.sql.ts'
import { historyLimits } from './history-limits.ts'
import type { HistoryPosition } from './place.rules.ts'

/** One user's paging through a list with its filter and page length. */
export type Leafed = Readonly<{ user: UserId; list: string }>

const freshAfter = sql<Date>`now() - make_interval(secs => ${historyLimits.placeSeconds})`

/** Returns the stored start position of a page; null if there is none or it has expired. */
export async function readPlace(
  db: Pick<Database, 'read'>,
  { user, list }: Leafed,
  page: number,
): Promise<HistoryPosition | null> {
  const row = await db.read
    .selectFrom('history_places')
    .where('user_id', '=', user)
    .where('list', '=', list)
    .where('page', '=', page)
    .where('kept_at', '>', freshAfter)
    .select([sql<string>`at::text`.as('at'), 'kind', 'id'])
    .executeTakeFirst()
  return row ?? null
}

/** Stores where a page begins. Storing page 2 deletes the positions of later pages. */
export async function keepPlace(
  db: Pick<Database, 'read'>,
  { user, list }: Leafed,
  page: number,
  { at, kind, id }: HistoryPosition,
): Promise<void> {
  await sql`
    with forgotten as (
      delete from history_places
      where ${page} = 2 and user_id = ${user} and list = ${list} and page > 2
    )
    insert into history_places (user_id, list, page, at, kind, id)
    values (${user}, ${list}, ${page}, ${at}::timestamptz, ${kind}, ${id})
    on conflict (user_id, list, page) do update
      set at = excluded.at, kind = excluded.kind, id = excluded.id, kept_at = now()
  `.execute(db.read)
}

/** Deletes expired positions. */
export const forgetPlaces = ({ db }: Readonly<{ db: Pick<Database, 'read'> }>): Promise<number> =>
  deleteInSteps(db, 'history_places', sql`kept_at < ${freshAfter}`)
