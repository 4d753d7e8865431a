import { figure, line, rounded } from './figures.ts'
import type { Stage } from './stage.ts'

const shown = 20

/**
 * Begins to count the bytes that are written. The returned function prints them per unit of work:
 * the write-ahead log, and what the database grew by, with the tables and indexes that grew most.
 */
export async function bytesWritten(
  stage: Stage,
): Promise<(of: string, times: number) => Promise<void>> {
  const sizesBefore = await sizesOf(stage)
  const logBefore = await logOf(stage)
  return async (of, times) => {
    const log = await logOf(stage)
    const per = (bytes: number) => rounded(bytes / times)
    figure(`WAL bytes per ${of}`, per(log.bytes - logBefore.bytes))
    const images = (log.images - logBefore.images) / times
    figure(
      `WAL records per ${of}; full pages`,
      `${per(log.records - logBefore.records)}; ${images.toFixed(2)}`,
    )
    const grown = [...(await sizesOf(stage))]
      .map(([name, bytes]) => ({ name, bytes: bytes - (sizesBefore.get(name) ?? 0) }))
      .toSorted((a, b) => b.bytes - a.bytes)
    figure(`bytes stored per ${of}`, per(grown.reduce((sum, { bytes }) => sum + bytes, 0)))
    for (const { name, bytes } of grown.slice(0, shown))
      line(`    ${per(bytes).padStart(6)}  ${name}`)
  }
}

/** The bytes of each table, with its long values, and of each index. */
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
