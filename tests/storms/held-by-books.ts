import { sql } from 'kysely'
import type { Database } from '../../src/core/database/database.ts'
import type { HouseKind } from '../../src/core/ledger/accounts.ts'

/** What a place of the house holds of an asset by our books, without the users' initial money. */
export async function heldByBooks(
  db: Database,
  place: HouseKind,
  assetId: number,
): Promise<bigint> {
  const { rows } = await sql<{ held: string }>`
    select coalesce(sum(case when m.from_kind = k.id then m.units else -m.units end), 0)::text
      as held
    from account_kinds k join moves m on k.id in (m.from_kind, m.to_kind)
    join postings p on p.id = m.posting_id
    where k.name = ${`house.${place}`} and m.asset_id = ${assetId}
      and p.key not like 'storm-funds:%'`.execute(db.read)
  return BigInt(rows[0]?.held ?? '0')
}
