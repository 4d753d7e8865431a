import type { UserId } from '../../base/values/ids.ts'
import type { Reader } from '../database/database.ts'
import { readRows } from '../database/driver/read-rows.ts'

/** What some users own, as one text: it costs the event loop far less than rows. */
export type Owned = Readonly<{
  /** The last of these users. */
  upto: UserId
  /** A line for each: id, address, then each asset with its units, separated by tabs. */
  text: string | null
}>

/** Reads what the next users after one own, frozen money included; null after the last user. */
export async function readOwned(
  db: Reader,
  after: UserId | 0,
  users: number,
): Promise<Owned | null> {
  const rows = await readRows(db, { upto: 'userId?', text: 'text?' })`
    with slice as (
      select max(id) as upto from (
        select id from users where id > ${after} order by id limit ${users}) as next
    ), owners as (
      select b.user_id,
        string_agg(a.symbol || ' ' || b.available + b.locked, E'\t' order by a.id) as balances
      from balances b join assets a on a.id = b.asset_id
      where b.user_id > ${after} and b.user_id <= (select upto from slice)
        and b.available + b.locked <> 0
      group by b.user_id
    )
    select (select upto from slice) as upto,
      (select string_agg(concat_ws(E'\t', u.id, u.email, o.balances), E'\n')
        from owners o join users u on u.id = o.user_id) as text`
  const [row] = rows
  return row === undefined || row.upto === null ? null : { upto: row.upto, text: row.text }
}
