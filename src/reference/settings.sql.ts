import type { Database, Tx } from '../database/database.ts'

/** A setting that must be there: without it the work it governs stops rather than guesses. */
export async function readSetting(db: Database['read'] | Tx, key: string): Promise<string> {
  const row = await db
    .selectFrom('settings')
    .where('key', '=', key)
    .select('value')
    .executeTakeFirst()
  if (row === undefined) throw new Error(`the setting ${key} is missing`)
  return row.value
}
