import type { Database } from '../../core/database/database.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'

/** Checks if any of these spellings is an address of ours on any of these networks. */
export async function isOurAddress(
  db: Pick<Database, 'read'>,
  networks: readonly string[],
  addresses: readonly string[],
): Promise<boolean> {
  const found = await readRows(db.read, { places: 'bigint' })`
    select count(*) as places from coin_addresses
    where network = any(${networks}::text[])
      and (address = any(${addresses}::text[]) or legacy_address = any(${addresses}::text[]))
  `
  return (found[0]?.places ?? 0) > 0
}
