import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { readRows } from '../database/driver/read-rows.ts'
import { detachRange, listRanges, lockTable } from '../database/partitions/ranges.ts'
import { bodiesRanges, inboxRanges } from './inbox.sql.ts'

/**
 * Detaches the oldest partition of the inbox if all of its events are applied and older than
 * `keptDays`. Returns whether it did. Their digests stay, so a redelivery changes nothing.
 */
export async function detachOldEvents(
  db: Pick<Database, 'inTransaction'>,
  keptDays: number,
): Promise<boolean> {
  return db.inTransaction(async (tx) => {
    await lockTable(tx, inboxRanges)
    await lockTable(tx, bodiesRanges)
    const [oldest] = await listRanges(tx, inboxRanges)
    if (oldest === undefined || oldest.to === null) return false
    const table = sql.table(oldest.table)
    const found = await readRows(tx, { may: 'boolean' })`
      select received_at < now() - make_interval(days => ${keptDays + 1}::integer)
        and not exists (select from ${table} where state = 'pending')
        and not exists (select from ${table} where state = 'parked') as may
      from inbox where id < ${oldest.to} order by id desc limit 1`
    if (found[0]?.may !== true) return false
    await detachRange(tx, inboxRanges, oldest)
    // The first events of a range may have their bodies at the end of the range before.
    const [bodies] = await listRanges(tx, bodiesRanges)
    if (bodies !== undefined && bodies.from < oldest.from) {
      await detachRange(tx, bodiesRanges, bodies)
    }
    return true
  })
}
