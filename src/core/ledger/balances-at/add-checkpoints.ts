import { sql } from 'kysely'
import type { Database, Tx } from '../../database/database.ts'
import { readRows } from '../../database/driver/read-rows.ts'
import { idsWithin } from '../../database/partitions/id-windows.ts'
import { ledgerLimits } from '../ledger-limits.ts'
import { type Base, findBase, sumsBefore } from './sums-at.sql.ts'

/**
 * Adds the checkpoints that are due: one at the end of each closed day in Jakarta, and one after
 * every so many postings.
 *
 * @transactions Each checkpoint is its own; the next one continues from it.
 */
export async function addCheckpoints(
  db: Pick<Database, 'inTransaction'>,
  postings: number = ledgerLimits.checkpointPostings,
): Promise<void> {
  for (let added = 0; added < ledgerLimits.checkpointsPerRun; added += 1) {
    if (!(await db.inTransaction((tx) => addCheckpoint(tx, postings)))) return
  }
}

async function addCheckpoint(tx: Tx, postings: number): Promise<boolean> {
  // A second node waits here, and then continues from what this one added.
  await sql`lock table ledger_checkpoints in share row exclusive mode`.execute(tx)
  const base = await findBase(tx, null)
  const before = await nextTime(tx, base, postings)
  if (before === null) return false
  const { since, until } = await idsWithin(
    tx,
    { table: 'postings', time: 'at' },
    { from: before, to: before },
  )
  await sql`
    insert into ledger_checkpoints (before, since_id)
    values (${before}, ${Math.max(since, base.sinceId)})`.execute(tx)
  await sql`
    insert into checkpoint_sums (before, kind, asset_id, into_units, out_units)
    select ${before}::timestamptz, s.kind, s.asset_id, s.into_units, s.out_units
    from (${sumsBefore(base, before, until)}) as s`.execute(tx)
  return true
}

/** Returns the time of the next checkpoint; null if it is not closed yet. */
async function nextTime(tx: Tx, { before, sinceId }: Base, postings: number): Promise<Date | null> {
  const [found] = await readRows(tx, { before: 'timestamptz?' })`
    select next.before from (
      select least(
        (date_trunc('day', base.before at time zone 'Asia/Jakarta') + interval '1 day')
          at time zone 'Asia/Jakarta',
        (select date_trunc('milliseconds', p.at) from postings p
         where p.id >= ${sinceId + postings}
           and date_trunc('milliseconds', p.at) > base.before
         order by p.id limit 1)
      ) as before
      from (select coalesce(${before}::timestamptz, (
        select p.at from postings p where p.id >= ${sinceId} order by p.id limit 1
      )) as before) as base
    ) as next
    where next.before <= (select c.before from ledger_closed c)`
  return found?.before ?? null
}
