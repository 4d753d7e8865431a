import { sql } from 'kysely'
import { systemClock } from '../../src/base/clock.ts'
import { connectDatabase, type Database } from '../../src/core/database/database.ts'
import { linkPostings } from '../../src/core/ledger/chain/link-postings.ts'
import { silent } from '../server.ts'

/** Adds all postings to the chain. */
export const linkAll = (db: Database, epoch: number): Promise<void> =>
  linkPostings({ db, clock: systemClock }, epoch)

/** The same, by a database whose clock is some days behind. */
export const linkEarlier = (
  database: Readonly<{ db: Database; url: string }>,
  epoch: number,
  days: number,
): Promise<void> => earlier(database, days, (behind) => linkAll(behind, epoch))

/** Works with a database whose clock is some days behind. */
export async function earlier(
  { db, url }: Readonly<{ db: Database; url: string }>,
  days: number,
  work: (behind: Database) => Promise<void>,
): Promise<void> {
  await db.inTransaction(async (tx) => {
    const schema = sql.raw(`days_${days}`)
    await sql`create schema if not exists ${schema}`.execute(tx)
    await sql`create or replace function ${schema}.now() returns timestamptz stable language sql
      as ${sql.lit(`select pg_catalog.now() - interval '${days} days'`)}`.execute(tx)
  })
  const settings = { search_path: `days_${days}, pg_catalog, public` }
  const behind = connectDatabase({ url, log: silent, idleMs: 1_000, settings })
  try {
    await work(behind)
  } finally {
    await behind.close()
  }
}
