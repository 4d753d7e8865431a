import { sql } from 'kysely'
import type { Database } from '../../core/database/database.ts'
import { oneOfTexts, readRows } from '../../core/database/driver/read-rows.ts'
import { queuedKinds, queueNames } from '../../core/decisions/waiting.rules.ts'
import { places } from '../../core/decisions/waiting.sql.ts'
import { overviewLimits } from './overview-limits.ts'

/** Counts what waits in each queue, up to a bound, and finds the time of the oldest item. */
export async function countQueues(db: Pick<Database, 'read'>) {
  const counts = queuedKinds.map(({ kind, queue }) => {
    const { from, waits, order, since } = places[kind]
    return sql`
      select ${queue}::text as name,
        (select count(*) from (
          select from ${from} where ${waits} limit ${overviewLimits.counted}) as q) as count,
        (select ${since} from ${from} where ${waits} order by ${order} limit 1) as "oldestAt"`
  })
  return readRows(db.read, {
    name: oneOfTexts(...queueNames),
    count: 'bigint',
    oldestAt: 'timestamptz?',
  })`${sql.join(counts, sql` union all `)}`
}
