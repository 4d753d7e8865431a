import { sql } from 'kysely'
import { byIndex, connectDatabase, type Database } from '../../src/core/database/database.ts'
import type { Owner } from '../database.ts'
import { silent } from '../server.ts'

/** Counts the rows of a table that statements read in a session like those of requests. */
export async function countRowsRead(
  t: Owner,
  { url, table }: Readonly<{ url: string; table: string }>,
  work: (db: Pick<Database, 'read'>) => Promise<unknown>,
): Promise<number | undefined> {
  const served = connectDatabase({ url, log: silent, settings: byIndex })
  t.after(served.close)
  return served.inTransaction(async (read) => {
    await work({ read })
    const { rows } = await sql<{ rows: number }>`
      select (seq_tup_read + idx_tup_fetch)::integer as rows
      from pg_stat_xact_user_tables where relname = ${table}`.execute(read)
    return rows[0]?.rows
  })
}
