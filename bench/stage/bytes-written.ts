import { figure, line, rounded } from './figures.ts'
import type { Stage } from './stage.ts'

const shown = 20

/** The bytes written: the write-ahead log, and the growth of each table and index. */
export type Written = Readonly<{
  log: Readonly<{ bytes: number; records: number; images: number }>
  grown: ReadonlyMap<string, number>
}>

/** Starts to count the written bytes; the returned function returns them. */
export async function countBytes(stage: Pick<Stage, 'sql'>): Promise<() => Promise<Written>> {
  const sizesBefore = await sizesOf(stage)
  const before = await logOf(stage)
  return async () => {
    const after = await logOf(stage)
    const sizes = [...(await sizesOf(stage))]
    return {
      log: {
        bytes: after.bytes - before.bytes,
        records: after.records - before.records,
        images: after.images - before.images,
      },
      grown: new Map(
        sizes.map(([name, bytes]) => [name, bytes - (sizesBefore.get(name) ?? 0)] as const),
      ),
    }
  }
}

/**
 * Starts to count, as above. The returned function prints the bytes per unit of work: the log, and
 * the growth of the database, with the tables and indexes that grew most.
 */
export async function bytesWritten(
  stage: Stage,
): Promise<(of: string, times: number) => Promise<void>> {
  const written = await countBytes(stage)
  return async (of, times) => {
    const { log, grown } = await written()
    const per = (bytes: number) => rounded(bytes / times)
    figure(`WAL bytes per ${of}`, per(log.bytes))
    figure(
      `WAL records per ${of}; full pages`,
      `${per(log.records)}; ${(log.images / times).toFixed(2)}`,
    )
    const most = [...grown].toSorted(([, a], [, b]) => b - a)
    figure(`bytes stored per ${of}`, per(most.reduce((sum, [, bytes]) => sum + bytes, 0)))
    for (const [name, bytes] of most.slice(0, shown)) line(`    ${per(bytes).padStart(6)}  ${name}`)
  }
}

/** The bytes of each table, with its TOAST data, and of each index. */
async function sizesOf({ sql }: Pick<Stage, 'sql'>): Promise<ReadonlyMap<string, number>> {
  await sql.query('checkpoint')
  const found = await sql.query(
    `select coalesce(s.relname || '.', '') || c.relname as name,
       case c.relkind when 'r' then pg_table_size(c.oid) else pg_relation_size(c.oid) end as bytes
     from pg_class c left join pg_stat_all_indexes s on s.indexrelid = c.oid
     where c.relkind in ('r', 'i') and c.relnamespace in
       (select oid from pg_namespace where nspname not like 'pg\\_%')`,
  )
  return new Map(found.rows.map(({ name, bytes }) => [name, Number(bytes)]))
}

async function logOf({ sql }: Pick<Stage, 'sql'>) {
  await sql.query('select pg_stat_force_next_flush()')
  const found = await sql.query(
    `select (pg_current_wal_lsn() - '0/0')::float8 as bytes, wal_records::float8 as records,
       wal_fpi::float8 as images from pg_stat_wal`,
  )
  const { bytes, records, images } = found.rows[0]
  return { bytes: Number(bytes), records: Number(records), images: Number(images) }
}
