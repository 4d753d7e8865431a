import { sql } from 'kysely'
import type { Reader } from '../database/database.ts'
import { readRows } from '../database/driver/read-rows.ts'
import type { RangedTable } from '../database/partitions/ranges.ts'
import { ledgerLimits } from './ledger-limits.ts'

/** The moves, in partitions by posting id. */
export const moveRanges: RangedTable = {
  name: 'moves',
  sequence: 'postings_id_seq',
  idsPerRange: ledgerLimits.postingsPerRange,
  isAppendOnly: true,
}

/** Postings from one id up to but excluding another, of transactions below `belowTx`. */
export type Chunk = Readonly<{ from: number; to: number; belowTx: number }>

/** Divides the moves of a chunk into chunks that are small enough for one statement; skips gaps. */
export async function* chunksOf(
  connection: Reader,
  { from, to, belowTx }: Chunk,
): AsyncGenerator<Chunk, void> {
  for (let at = from; ; at += ledgerLimits.auditChunkPostings) {
    const found = await readRows(connection, { id: 'postingId' })`
      select posting_id as id from moves where posting_id >= ${at} and posting_id < ${to}
      order by posting_id limit 1`
    const [next] = found
    if (next === undefined) return
    at = next.id
    yield { from: at, to: Math.min(at + ledgerLimits.auditChunkPostings, to), belowTx }
  }
}

/** Both sides of each move: what an account gained, or lost if it is negative. */
export const sides = sql`cross join lateral (values
  (m.to_kind, coalesce(m.to_user, 0), m.units),
  (m.from_kind, coalesce(m.from_user, 0), -m.units)) as side (kind, user_id, units)`

/** Begins the sums of moves per account, in a temporary table of this connection. */
export async function beginSums(connection: Reader): Promise<void> {
  await sql`
    create temporary table if not exists move_sums (
      kind smallint, user_id bigint, asset_id smallint, units numeric not null,
      primary key (kind, user_id, asset_id))`.execute(connection)
  await sql`truncate move_sums`.execute(connection)
}

/**
 * Adds a chunk to the sums. Moves never change, and those of transactions below the oldest running
 * one are complete, so chunks need no common snapshot.
 */
export async function addToSums(connection: Reader, chunk: Chunk): Promise<void> {
  await sql`
    insert into move_sums as s (kind, user_id, asset_id, units)
    select side.kind, side.user_id, m.asset_id, sum(side.units) from moves m ${sides}
    where m.posting_id >= ${chunk.from} and m.posting_id < ${chunk.to} and m.tx < ${chunk.belowTx}
    group by 1, 2, 3
    on conflict (kind, user_id, asset_id) do update set units = s.units + excluded.units
  `.execute(connection)
}

/** Returns the id of the newest posting that is assigned, and the horizon of transactions. */
export async function readEnd(connection: Reader): Promise<Readonly<{ tx: number; id: number }>> {
  const found = await readRows(connection, { tx: 'bigint', id: 'bigint' })`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as tx, last_value as id
    from postings_id_seq`
  return found[0] ?? { tx: 0, id: 0 }
}
