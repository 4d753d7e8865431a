import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import { expiryLimits } from '../database-limits.ts'
import type { Tables } from '../tables.ts'

/**
 * Deletes the rows that match the condition in batches, so that no statement runs long; skips rows
 * locked by other transactions. Returns the number deleted.
 */
export async function deleteInSteps(
  db: Pick<Database, 'read'>,
  table: keyof Tables & string,
  condition: RawBuilder<unknown>,
  items: number = expiryLimits.items,
): Promise<number> {
  let deleted = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any (array(
        select ctid from ${sql.table(table)} where ${condition}
        limit ${items} for update skip locked))`.execute(db.read)
    deleted += Number(numAffectedRows)
    if (numAffectedRows < items) return deleted
  }
}
