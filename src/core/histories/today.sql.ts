import type { Tx } from '../database/database.ts'
import { readRows } from '../database/driver/read-rows.ts'
import { jakartaToday } from '../database/driver/times.sql.ts'

/** The current Jakarta day by the database's clock. */
export async function readToday(tx: Tx): Promise<string> {
  const [row] = await readRows(tx, { day: 'text' })`
    select ${jakartaToday}::text as day`
  if (row === undefined) throw new Error('the database did not return the day')
  return row.day
}
