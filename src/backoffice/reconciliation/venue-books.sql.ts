import type { AssetId } from '../../base/values/ids.ts'
import type { Database, Tx } from '../../core/database/database.ts'
import { oneOfTexts, readRows } from '../../core/database/driver/read-rows.ts'
import { msInterval } from '../../core/database/driver/times.sql.ts'
import { readHouseBalances } from '../../core/ledger/house.ts'
import type { Traded } from './venue-parts.rules.ts'

/** By asset id: the ledger's balance at the venue in units, and the dust in the venue's parts. */
export type VenueBooks = Readonly<{
  kept: ReadonlyMap<AssetId, bigint>
  dust: ReadonlyMap<AssetId, bigint>
}>

/** Reads our books of the venue in one snapshot. */
export const readVenueBooks = (db: Pick<Database, 'read'>): Promise<VenueBooks> =>
  db.read
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const balances = (await readHouseBalances(tx)).filter(({ kind }) => kind === 'venue')
      return {
        kept: new Map(balances.map(({ assetId, units }) => [assetId, -units])),
        dust: await readDust(tx),
      }
    })

/** Sums the rolled-up dust and the steps recorded since. */
async function readDust(tx: Tx): Promise<ReadonlyMap<AssetId, bigint>> {
  const rows = await readRows(tx, { assetId: 'assetId', parts: 'units' })`
    select asset_id as "assetId", sum(dust)::text as parts
    from (
      select asset_id, dust from venue_dust
      union all
      select asset_id, dust from venue_dust_steps
    ) as d
    group by asset_id`
  return new Map(rows.map(({ assetId, parts }) => [assetId, parts]))
}

/** Sums the fills recorded in the last `withinMs`, by pair and side. */
export async function readTraded(
  db: Pick<Database, 'read'>,
  { withinMs, most }: Readonly<{ withinMs: number; most: number }>,
): Promise<readonly Traded[]> {
  return readRows(db.read, {
    side: oneOfTexts('BUY', 'SELL'),
    baseId: 'assetId',
    quoteId: 'assetId',
    volume: 'units',
    quote: 'units',
    commission: 'units',
  })`
    select o.side, p.base_asset_id as "baseId", p.quote_asset_id as "quoteId",
      sum(f.volume)::text as volume, sum(f.quote_exact)::text as quote,
      sum(f.commission)::text as commission
    from (select * from fills order by id desc limit ${most}) f
    join orders o on o.id = f.order_id join pairs p on p.id = f.pair_id
    where f.recorded_at > statement_timestamp() - ${msInterval(withinMs)}
    group by 1, 2, 3`
}
