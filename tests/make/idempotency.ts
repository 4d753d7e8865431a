import { sql } from 'kysely'
import type { Database } from '../../src/database/database.ts'

/** What crashes between the work and its answer leave of all keys, half a minute later. */
export const loseAnswers = (db: Pick<Database, 'read'>) =>
  sql`
    update idempotency_keys set status = null, media_type = null, answer = null,
      created_at = created_at - interval '1 minute'`.execute(db.read)
