import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { columnsOf, type RowOf, readRows } from '../../database/driver/read-rows.ts'
import { idsWithin } from '../../database/partitions/id-windows.ts'
import { listRanges } from '../../database/partitions/ranges.ts'
import type { TimeSpan } from '../../database/partitions/time-span.ts'
import { moveRanges, sides } from '../moves.sql.ts'

/** A checkpoint, or what precedes the first one: the moves that were detached by then. */
export type Base = Readonly<{ before: Date | null; sinceId: number }>

/** Returns the lowest posting id whose moves are not detached. */
export const firstAttached = async (db: Reader): Promise<number> =>
  (await listRanges(db, moveRanges))[0]?.from ?? 0

/** Whether the moves of a posting from this id on are detached. */
export async function isDetachedFrom(db: Reader, id: number): Promise<boolean> {
  const [found] = await readRows(db, { isDetached: 'boolean' })`
    select exists (
      select from postings where id >= ${id} and id < ${await firstAttached(db)}
    ) as "isDetached"`
  return found?.isDetached ?? false
}

/** Whether moves of a span of time are detached. */
export async function hasDetached(db: Reader, span: TimeSpan): Promise<boolean> {
  const { since, until } = await idsWithin(db, { table: 'postings', time: 'at' }, span)
  const [found] = await readRows(db, { isDetached: 'boolean' })`
    select exists (
      select from postings where id >= ${since} and id < ${until}
        and id < ${await firstAttached(db)}
    ) as "isDetached"`
  return found?.isDetached ?? false
}

/** Returns the latest checkpoint that is not after a time; null: the latest of all. */
export async function findBase(db: Reader, at: Date | null): Promise<Base> {
  const [found] = await readRows(db, { before: 'timestamptz', sinceId: 'bigint' })`
    select before, since_id as "sinceId" from ledger_checkpoints
    where ${at === null ? sql`true` : sql`before <= ${at}`} order by before desc limit 1`
  return found ?? { before: null, sinceId: await firstAttached(db) }
}

/** Selects the sums of all moves before a time: those of the base, and the moves since. */
export function sumsBefore(
  { before, sinceId }: Base,
  at: Date,
  untilId: number,
): RawBuilder<unknown> {
  const [base, since] =
    before === null
      ? [
          sql`select kind, asset_id, greatest(units::numeric, 0) as into_units,
                greatest(-units::numeric, 0) as out_units from detached_sums`,
          sql`true`,
        ]
      : [
          sql`select kind, asset_id, into_units::numeric, out_units::numeric
              from checkpoint_sums where before = ${before}`,
          sql`p.at >= ${before}`,
        ]
  return sql`
    select kind, asset_id, sum(into_units) as into_units, sum(out_units) as out_units from (
      ${base}
      union all
      select side.kind, m.asset_id, greatest(side.units::numeric, 0),
        greatest(-side.units::numeric, 0)
      from postings p join moves m on m.posting_id = p.id ${sides}
      where p.id >= ${sinceId} and p.id < ${untilId}
        and m.posting_id >= ${sinceId} and m.posting_id < ${untilId}
        and ${since} and p.at < ${at}
    ) as every group by kind, asset_id`
}

const sumColumns = columnsOf({ kind: 'integer', assetId: 'assetId', into: 'units', out: 'units' })

/** What all moves before a time took into a kind of account and out of it. */
export type SumAt = RowOf<typeof sumColumns>

/**
 * Sums the moves before a time by kind of account and asset. Returns null if moves that it needs
 * are detached: a time before them has sums only if it is a checkpoint, such as the end of a day.
 */
export async function readSumsAt(db: Reader, at: Date): Promise<readonly SumAt[] | null> {
  const base = await findBase(db, at)
  const isCheckpoint = base.before?.getTime() === at.getTime()
  const { since, until } = await idsWithin(
    db,
    { table: 'postings', time: 'at' },
    { from: at, to: at },
  )
  const isKnown = isCheckpoint || !(await isDetachedFrom(db, Math.min(base.sinceId, since)))
  if (!isKnown) return null
  return readRows(db, sumColumns)`
    select s.kind, s.asset_id as "assetId", s.into_units::units as into, s.out_units::units as out
    from (${sumsBefore(base, at, isCheckpoint ? 0 : until)}) as s order by s.asset_id, s.kind`
}
