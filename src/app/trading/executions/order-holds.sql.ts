import { type Money, money } from '../../../base/values/money.ts'
import type { Database } from '../../../core/database/database.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'

/** Sums what open orders hold, by asset; assets of which they hold nothing are missing. */
export async function readHeldForOrders(db: Pick<Database, 'read'>): Promise<readonly Money[]> {
  const rows = await readRows(db.read, {
    id: 'assetId',
    symbol: 'text',
    scale: 'smallint',
    units: 'units',
  })`
    select a.id, a.symbol, a.scale, h.units::text as units
    from (
      select asset_id, sum(initial - consumed - released) as units from holds
      where closed_at is null and owner_kind = 'order' group by asset_id
    ) h join assets a on a.id = h.asset_id
    order by a.id`
  return rows.map(({ units, ...asset }) => money(asset, units))
}
