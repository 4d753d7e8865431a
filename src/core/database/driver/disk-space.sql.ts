import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { codeOf } from './errors.ts'

const diskFull = '53100'
const insufficientPrivilege = '42501'

/**
 * Returns whether the server can store one more block of a table. Other statements may go on while
 * its disk is full, since they reuse the space of deleted rows. The row is of a temporary table,
 * whose file PostgreSQL empties at the commit. Without the privilege to make one it returns true.
 */
export async function hasDiskSpace(db: Pick<Database, 'inTransaction'>): Promise<boolean> {
  try {
    await db.inTransaction(async (tx) => {
      await sql`
        create temp table if not exists disk_probe (filler text) on commit delete rows`.execute(tx)
      await sql`insert into pg_temp.disk_probe values ('')`.execute(tx)
    })
    return true
  } catch (error) {
    if (codeOf(error) === diskFull) return false
    if (codeOf(error) === insufficientPrivilege) return true
    throw error
  }
}
