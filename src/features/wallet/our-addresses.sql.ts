import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'

/** Checks if any of these spellings is an address of ours on any of these networks. */
export async function isOurAddress(
  db: Pick<Database, 'read'>,
  networks: readonly string[],
  addresses: readonly string[],
): Promise<boolean> {
  const found = await sql<{ places: number }>`
    select count(*) as places from coin_addresses
    where network = any(${networks}::text[])
      and (address = any(${addresses}::text[]) or legacy_address = any(${addresses}::text[]))
  `.execute(db.read)
  return (found.rows[0]?.places ?? 0) > 0
}
