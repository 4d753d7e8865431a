import { sql } from 'kysely'
import type { UserId } from '../base/ids.ts'
import { limits } from '../base/limits.ts'
import type { Database, Tx } from '../database/database.ts'
import { deleteInSteps } from '../database/delete-in-steps.sql.ts'
import type { HistoryPosition } from './place.rules.ts'

/** A list with its filter and the length of its pages, as one user leafs through it. */
export type Leafed = Readonly<{ user: UserId; list: string }>

const freshAfter = sql<Date>`now() - make_interval(secs => ${limits.histories.placeSeconds})`

/** Where the page before this one ended, when that was read a moment ago. */
export async function readPlace(
  tx: Tx,
  { user, list }: Leafed,
  page: number,
): Promise<HistoryPosition | null> {
  const row = await tx
    .selectFrom('history_places')
    .where('user_id', '=', user)
    .where('list', '=', list)
    .where('page', '=', page)
    .where('kept_at', '>', freshAfter)
    .select([sql<string>`at::text`.as('at'), 'kind', 'id'])
    .executeTakeFirst()
  return row ?? null
}

/** Keeps where a page begins. The second page's place begins anew: later ones are forgotten. */
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

/** Forgets the places of those who have stopped leafing. */
export const forgetPlaces = ({ db }: Readonly<{ db: Pick<Database, 'read'> }>): Promise<number> =>
  deleteInSteps(db, 'history_places', sql`kept_at < ${freshAfter}`)
