import { sql } from 'kysely'
import type { AssetId } from '../../../base/values/ids.ts'
import type { Asset } from '../../../base/values/money.ts'
import type { Tx } from '../../../core/database/database.ts'
import { sendRows } from '../../../core/database/driver/insert.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../../core/database/driver/rows.ts'

/** The venue's balance of an asset minus the ledger's, in the venue's parts. */
export type Dust = Readonly<{ asset: Asset; parts: bigint }>

const columns = { assetId: 'assetId', parts: 'numeric' } as const

/** Sums dust by asset, without zero sums. */
function sumsOf(dust: readonly Dust[]): readonly Readonly<{ assetId: AssetId; parts: bigint }>[] {
  const sums = new Map<AssetId, bigint>()
  for (const { asset, parts } of dust) sums.set(asset.id, (sums.get(asset.id) ?? 0n) + parts)
  return [...sums]
    .map(([assetId, parts]) => ({ assetId, parts }))
    .filter(({ parts }) => parts !== 0n)
}

/**
 * Sends the insert of dust steps. They are summed later, so concurrent transactions do not wait for
 * each other.
 */
export function noteDust(tx: Tx, dust: readonly Dust[]): void {
  const records = sumsOf(dust).map(({ assetId, parts }) => ({ asset_id: assetId, dust: parts }))
  sendRows(tx, 'venue_dust_steps', records)
}

export const hasNotedDust = sql<boolean>`exists (select from venue_dust_steps)`

/** Adds up to `most` dust steps to the sums. Returns their number and the last one's id. */
export async function addNoted(
  tx: Tx,
  most: number,
): Promise<Readonly<{ notes: number; last: number }>> {
  const rows = await readRows(tx, { notes: 'bigint', last: 'bigint' })`
    with taken as (
      delete from venue_dust_steps where id in (
        select id from venue_dust_steps order by id limit ${most} for update skip locked)
      returning id, asset_id, dust
    ), added as (
      insert into venue_dust as d (asset_id, dust)
      select asset_id, sum(dust) from taken group by asset_id order by asset_id
      on conflict (asset_id) do update set dust = d.dust + excluded.dust
    )
    select count(*) as notes, coalesce(max(id), 0) as last from taken`
  return rows[0] ?? { notes: 0, last: 0 }
}

export async function lockDust(tx: Tx): Promise<readonly Dust[]> {
  const rows = await readRows(tx, {
    id: 'assetId',
    symbol: 'text',
    scale: 'smallint',
    parts: 'units',
  })`
    select a.id, a.symbol, a.scale, d.dust as parts
    from venue_dust d join assets a on a.id = d.asset_id
    order by d.asset_id for update of d`
  return rows.map(({ parts, ...asset }) => ({ asset, parts }))
}

/** Subtracts posted dust from the locked sums. */
export async function takeDust(tx: Tx, posted: readonly Dust[]): Promise<void> {
  const sums = sumsOf(posted)
  if (sums.length === 0) return
  await sql`
    update venue_dust d set dust = d.dust - t.parts
    from ${rowsOf(sums, columns)} where d.asset_id = t."assetId"`.execute(tx)
}
