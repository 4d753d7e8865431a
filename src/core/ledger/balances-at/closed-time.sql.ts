import { sql } from 'kysely'
import type { Database, Reader } from '../../database/database.ts'
import { readRows } from '../../database/driver/read-rows.ts'
import { ledgerLimits } from '../ledger-limits.ts'

/**
 * The time of a posting, in the statement that inserts it: the start of the transaction, unless
 * that is long ago or already closed.
 */
export const postingTime = sql`greatest(now(), (select before from ledger_closed),
  statement_timestamp() - make_interval(secs => ${sql.lit(ledgerLimits.oldestPostingSeconds)}))`

/** Returns the time before which no posting can be added any more. */
export async function readClosedTime(db: Reader): Promise<Date> {
  const [found] = await readRows(db, { before: 'timestamptz' })`select before from ledger_closed`
  return found?.before ?? new Date(0)
}

/**
 * Advances the closed time. A posting that a later statement inserts has a later time than the one
 * noted here, by `postingTime`; one that was inserted before has ended once the oldest running
 * transaction is a later one. The service's clock plays no part.
 */
export async function closeTimes(db: Pick<Database, 'read'>): Promise<void> {
  await sql`
    update ledger_closed set
      before = case when is_over then greatest(before, next_before) else before end,
      next_before = case when is_over
        then now() - make_interval(secs => ${sql.lit(ledgerLimits.closedAfterSeconds)})
        else next_before end,
      next_tx = case when is_over then newest else next_tx end
    from (
      select pg_snapshot_xmin(now_running)::text::bigint >= c.next_tx as is_over,
        pg_snapshot_xmax(now_running)::text::bigint as newest
      from ledger_closed c cross join (select pg_current_snapshot() as now_running) as s
    ) as step`.execute(db.read)
}
