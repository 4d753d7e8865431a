import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import pg from 'pg'
import type { Begin, Source, TakeLine } from './source.ts'

/** What a query of `pg` must have; its types lack the messages of COPY. */
type CopyHandlers = Readonly<{
  handleCopyData: (message: Readonly<{ chunk: Buffer }>) => void
  handleCommandComplete: () => void
  handleReadyForQuery: () => void
  handleError: (error: Error) => void
}>

/** Opens a database: all scans read one snapshot. */
export async function openDatabase(url: string): Promise<Source> {
  const client = new pg.Client({ connectionString: url, application_name: 'verify' })
  await client.connect()
  await client.query(`set datestyle = 'ISO'; set bytea_output = 'hex'; set statement_timeout = 0;
    begin isolation level repeatable read read only`)
  const tables = await client.query<{ table: string; columns: string[] }>(`
    select n.nspname || '.' || c.relname as table,
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    where c.relkind = 'r' and n.nspname in ('public', 'detached')
    group by 1 order by 1`)
  const sequences = await client.query<{ name: string; last: string | null }>(`
    select sequencename as name, last_value::text as last from pg_sequences`)
  // A role that may not read a sequence sees a null, as of a sequence that was never used.
  const lasts = new Map(
    sequences.rows.map(({ name, last }) => [name, last === null ? null : Number(last)]),
  )
  return {
    scan: async (begin: Begin) => {
      for (const { table, columns } of tables.rows) {
        const take = begin(table, columns)
        const named = columns.map((name) => `"${name}"`).join(', ')
        if (take !== null) await copyOut(client, `copy ${table} (${named}) to stdout`, take)
      }
    },
    lastValue: (sequence) => lasts.get(sequence) ?? null,
    close: () => client.end(),
  }
}

/** Sends each row of a COPY to `take`. */
async function copyOut(client: pg.Client, text: string, take: TakeLine): Promise<void> {
  const rows = new PassThrough({ highWaterMark: 1 << 20 })
  let connection: pg.Connection | null = null
  const copy: pg.Submittable & CopyHandlers = {
    submit: (of) => {
      connection = of
      of.query(text)
    },
    handleCopyData: ({ chunk }) => {
      if (!rows.write(chunk)) connection?.stream.pause()
    },
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => rows.end(),
    handleError: (error) => rows.destroy(error),
  }
  client.query(copy)
  rows.on('drain', () => connection?.stream.resume())
  let rest = ''
  rows.setEncoding('utf8')
  rows.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  })
  await once(rows, 'end')
}
