import { sql } from 'kysely'
import type { Database, Reader } from '../database/database.ts'
import { readRows } from '../database/driver/read-rows.ts'
import { detachRange, type IdRange, listRanges, lockTable } from '../database/partitions/ranges.ts'
import { addToSums, beginSums, chunksOf, moveRanges } from './moves.sql.ts'

/**
 * Detaches the oldest partition of the moves if all of them are older than `keptDays` and nothing
 * open needs them, and adds their sums per account to `detached_sums`. Returns whether it did. The
 * postings stay, so that their keys are refused for ever.
 *
 * @transactions The sums of a partition take long; the partition never changes between the chunks.
 */
export function detachOldMoves(db: Pick<Database, 'read'>, keptDays: number): Promise<boolean> {
  return db.read.connection().execute(async (connection) => {
    const [oldest] = await listRanges(connection, moveRanges)
    if (oldest === undefined || oldest.to === null) return false
    const kept = { keptDays, belowTx: await auditedBelow(connection) }
    if (!(await mayGo(connection, oldest, kept))) return false
    await beginSums(connection)
    const { from, to } = oldest
    for await (const chunk of chunksOf(connection, { from, to, belowTx: kept.belowTx })) {
      await addToSums(connection, chunk)
    }
    return connection.transaction().execute(async (tx) => {
      await sql`savepoint unsummed`.execute(tx)
      // Users own many balances, and postings wait for the lock: the sums are stored before it.
      await sql`
        insert into detached_sums as d (kind, user_id, asset_id, units)
        select kind, user_id, asset_id, units from move_sums
        on conflict (kind, user_id, asset_id) do update set units = d.units + excluded.units
      `.execute(tx)
      await lockTable(tx, moveRanges)
      const [still] = await listRanges(tx, moveRanges)
      if (still?.from !== oldest.from || !(await mayGo(tx, oldest, kept))) {
        await sql`rollback to savepoint unsummed`.execute(tx)
        return false
      }
      await detachRange(tx, moveRanges, oldest)
      return true
    })
  })
}

/** Returns the transaction id below which moves are rolled up, and in a full audit that passed. */
async function auditedBelow(db: Reader): Promise<number> {
  const found = await readRows(db, { tx: 'bigint' })`
    select least(tx, coalesce((
      select case when breaches = '[]' then upto_tx else 0 end from audits
      where scope = 'full' order by id desc limit 1), 0)) as tx
    from house_horizon`
  return found[0]?.tx ?? 0
}

type Kept = Readonly<{ keptDays: number; belowTx: number }>

/**
 * Returns whether a partition may be detached. A hold keeps every partition that was in use before
 * it was opened; a checkpoint must have the sums of its moves. A posting's time is the start of its
 * transaction, which ends within a day.
 */
async function mayGo(db: Reader, range: IdRange, { keptDays, belowTx }: Kept): Promise<boolean> {
  const found = await readRows(db, { may: 'boolean' })`
    select p.at < now() - make_interval(days => ${keptDays + 1}::integer)
      and not exists (select from holds
        where closed_at is null and opened_at <= p.at + interval '1 day')
      and not exists (select from ${sql.table(range.table)} where tx >= ${belowTx})
      and exists (select from ledger_checkpoints where since_id > p.id) as may
    from postings p where p.id < ${range.to} order by p.id desc limit 1`
  return found[0]?.may ?? false
}
