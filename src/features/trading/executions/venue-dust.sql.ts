import { sql } from 'kysely'
import type { Asset } from '../../../base/money.ts'
import type { Tx } from '../../../database/database.ts'
import { rowsOf } from '../../../database/rows.ts'
import {
  type PairAssetRow,
  pairAssetColumns,
  pairAssetsOf,
} from '../../../reference/pair-assets.sql.ts'

export type Dust = Readonly<{ asset: Asset; parts: bigint }>

/** Adds to what rounding left between the venue's books and ours, in the venue's least parts. */
export async function addDust(tx: Tx, dust: readonly Dust[]): Promise<void> {
  const sums = new Map<number, bigint>()
  for (const { asset, parts } of dust) sums.set(asset.id, (sums.get(asset.id) ?? 0n) + parts)
  if (sums.size === 0) return
  const rows = rowsOf(
    [...sums].map(([assetId, parts]) => ({ assetId, parts })),
    { assetId: 'smallint', parts: 'numeric' },
    't',
  )
  await sql`
    insert into venue_dust as d (asset_id, dust)
    select t."assetId", t.parts from ${rows} order by t."assetId"
    on conflict (asset_id) do update set dust = d.dust + excluded.dust`.execute(tx)
}

/** An order that is over, as far as rounding left anything of it. */
export type Ended = Readonly<{
  id: number
  side: 'BUY' | 'SELL'
  pair: Readonly<{ base: Asset; quote: Asset }>
  executed: Readonly<{ quote: bigint; commission: bigint }>
}>

type EndedRow = PairAssetRow &
  Readonly<{
    id: number
    side: 'BUY' | 'SELL'
    quoteParts: string
    commission: string
  }>

/** Takes orders that are over and whose dust was not counted; from now on it is. */
export async function takeEnded(tx: Tx, most: number): Promise<readonly Ended[]> {
  const { rows } = await sql<EndedRow>`
    with ended as (
      select id from orders where status <> 'CREATE' and not settled_dust
      order by id limit ${most} for update skip locked
    )
    update orders o set settled_dust = true
    from ended e, pairs p, assets base, assets quote
    where o.id = e.id and p.id = o.pair_id
      and base.id = p.base_asset_id and quote.id = p.quote_asset_id
    returning o.id, o.side, o.executed_quote as "quoteParts", o.commission,
      ${pairAssetColumns}
  `.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    side: row.side,
    pair: pairAssetsOf(row),
    executed: { quote: BigInt(row.quoteParts), commission: BigInt(row.commission) },
  }))
}

/** Locks what has gathered of each asset. */
export async function lockDust(tx: Tx): Promise<readonly Dust[]> {
  const { rows } = await sql<{ id: number; symbol: string; scale: number; parts: string }>`
    select a.id, a.symbol, a.scale, d.dust as parts
    from venue_dust d join assets a on a.id = d.asset_id
    order by d.asset_id for update of d`.execute(tx)
  return rows.map(({ parts, ...asset }) => ({ asset, parts: BigInt(parts) }))
}
