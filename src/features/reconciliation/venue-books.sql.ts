import { sql } from 'kysely'
import type { Asset } from '../../base/money.ts'
import type { Database, Tx } from '../../database/database.ts'
import { readHouseBalances } from '../../ledger/house.ts'
import type { Traded } from './venue-parts.rules.ts'

/** By asset id: what the ledger says the venue has, in units, and what is no unit, in its parts. */
export type VenueBooks = Readonly<{
  kept: ReadonlyMap<number, bigint>
  dust: ReadonlyMap<number, bigint>
}>

/** Our books of the venue, all of them at one moment. */
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

/** What was counted, and what of each order is not counted yet. */
async function readDust(tx: Tx): Promise<ReadonlyMap<number, bigint>> {
  const { rows } = await sql<{ assetId: number; parts: string }>`
    with uncounted as (
      select o.side, o.executed_quote, o.commission, p.base_asset_id, p.quote_asset_id
      from orders o join pairs p on p.id = o.pair_id
      where not o.settled_dust and o.executed_quote > 0
    )
    select asset_id as "assetId", sum(parts)::text as parts
    from (
      select asset_id, dust as parts from venue_dust
      union all
      select a.id, case u.side when 'BUY' then -1 else 1 end
        * (u.executed_quote % power(10::numeric, greatest(8 - a.scale, 0)))
      from uncounted u join assets a on a.id = u.quote_asset_id
      union all
      select a.id, -(u.commission % power(10::numeric, greatest(8 - a.scale, 0)))
      from uncounted u join assets a
        on a.id = case u.side when 'BUY' then u.base_asset_id else u.quote_asset_id end
    ) as d
    group by asset_id`.execute(tx)
  return new Map(rows.map(({ assetId, parts }) => [assetId, wholeParts(parts)]))
}

const wholeParts = (digits: string): bigint => BigInt(digits.split('.', 1).join())

/** What was executed in the last moments, by pair and side. */
export async function readTraded(
  db: Pick<Database, 'read'>,
  { withinMs, most }: Readonly<{ withinMs: number; most: number }>,
): Promise<readonly Traded[]> {
  const { rows } = await sql<{
    side: 'BUY' | 'SELL'
    baseId: number
    quoteId: number
    volume: string
    quote: string
    commission: string
  }>`
    select o.side, p.base_asset_id as "baseId", p.quote_asset_id as "quoteId",
      sum(f.volume)::text as volume, sum(f.quote_exact)::text as quote,
      sum(f.commission)::text as commission
    from (select * from fills order by id desc limit ${most}) f
    join orders o on o.id = f.order_id join pairs p on p.id = f.pair_id
    where f.recorded_at > statement_timestamp() - make_interval(secs => ${withinMs}::float8 / 1000)
    group by 1, 2, 3`.execute(db.read)
  return rows.map(({ volume, quote, commission, ...row }) => ({
    ...row,
    volume: BigInt(volume),
    quote: BigInt(quote),
    commission: BigInt(commission),
  }))
}

export const listAssets = (db: Pick<Database, 'read'>): Promise<readonly Asset[]> =>
  db.read.selectFrom('assets').select(['id', 'symbol', 'scale']).orderBy('id').execute()
