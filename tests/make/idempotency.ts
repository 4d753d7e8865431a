import { sql } from 'kysely'
import type { Database } from '../../src/core/database/database.ts'

/** Sets all keys to their state half a minute after a crash before the response. */
export const loseAnswers = (db: Pick<Database, 'read'>) =>
  sql`
    update idempotency_keys set status = null, media_type = null, answer = null,
      created_at = created_at - interval '1 minute'`.execute(db.read)
