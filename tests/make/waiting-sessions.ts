import { sql } from 'kysely'
import type { Database } from '../../src/core/database/database.ts'
import { eventually } from '../harness.ts'

/** Waits until so many sessions of a database wait for a lock, in statements `like` this. */
export const sessionsWait = (db: Database, count = 1, like = '%'): Promise<unknown> =>
  eventually(`${count} sessions that wait for a lock`, async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like ${like}`.execute(db.read)
    return rows.length >= count
  })
