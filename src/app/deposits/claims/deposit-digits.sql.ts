import { sql } from 'kysely'
import type { Tx } from '../../../core/database/database.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'

/**
 * Takes the next number of a Jakarta day, starting at 1. The number always exceeds the day's count
 * of manual deposits, some of which took none. Concurrent calls wait for the row lock.
 */
export async function takeDepositNumber(tx: Tx, day: string): Promise<number> {
  const deposits = sql`(
    select count(*)::integer from cash_deposits
    where provider = 'manual'
      and created_at >= ${day}::date::timestamp at time zone 'Asia/Jakarta'
      and created_at < (${day}::date + 1)::timestamp at time zone 'Asia/Jakarta')`
  const rows = await readRows(tx, { given: 'integer' })`
    insert into deposit_digits as today (day, given) values (${day}::date, ${deposits} + 1)
    on conflict (day) do update set given = greatest(today.given + 1, excluded.given)
    returning given`
  const [row] = rows
  if (row === undefined) throw new Error(`no number was issued on ${day}`)
  return row.given
}
