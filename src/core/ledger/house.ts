import { sql } from 'kysely'
import type { AssetId } from '../../base/values/ids.ts'
import type { Asset } from '../../base/values/money.ts'
import type { Database, Tx } from '../database/database.ts'
import { readRows } from '../database/driver/read-rows.ts'
import { type HouseKind, houseKind } from './accounts.ts'

/** Whether a house account moved since the last roll-up. */
export const hasNewMoves = sql<boolean>`
  exists (select from moves where tx >= (select tx from house_horizon where id = 1))`

/**
 * Adds the moves of finished transactions to the rolled-up house balances. The horizon is a
 * transaction id: every transaction below the oldest running one is finished, so no further move
 * can appear below it. Running this twice, or on two nodes, is harmless.
 */
export async function rollUpHouse(db: Pick<Database, 'inTransaction'>): Promise<void> {
  await db.inTransaction(async (tx) => {
    const horizon = await readRows(tx, { since: 'bigint', upto: 'bigint' })`
      select tx as since, pg_snapshot_xmin(pg_current_snapshot())::text::bigint as upto
      from house_horizon where id = 1 for update`
    const [range] = horizon
    if (range === undefined || range.upto <= range.since) return
    await sql`
      insert into house_balances (kind, asset_id, units)
      select kind, asset_id, sum(units) from ${houseMoves(range)} group by kind, asset_id
      on conflict (kind, asset_id) do update
      set units = house_balances.units + excluded.units`.execute(tx)
    await sql`update house_horizon set tx = ${range.upto} where id = 1`.execute(tx)
  })
}

const houseMoves = ({ since, upto }: { since: number; upto: number | null }) => sql`(
    select to_kind as kind, asset_id, units from moves
    where tx >= ${since} and (${upto}::bigint is null or tx < ${upto}) and to_kind > 2
    union all
    select from_kind, asset_id, -units from moves
    where tx >= ${since} and (${upto}::bigint is null or tx < ${upto}) and from_kind > 2
  ) as m`

export type HouseBalance = Readonly<{ kind: HouseKind; assetId: AssetId; units: bigint }>

/**
 * Reads every house account's balance: the rolled-up sum plus the moves since. It reads again if a
 * roll-up commits between its two statements, since moves would then count twice.
 */
export async function readHouseBalances(tx: Tx): Promise<readonly HouseBalance[]> {
  for (;;) {
    const horizon = await readRows(tx, { tx: 'bigint' })`select tx from house_horizon where id = 1`
    const since = horizon[0]?.tx ?? 0
    const found = await readRows(tx, {
      kind: 'integer',
      assetId: 'assetId',
      units: 'units',
      horizon: 'bigint',
    })`
      select kind, asset_id as "assetId", sum(units) as units,
        (select tx from house_horizon where id = 1) as horizon
      from (
        select kind, asset_id, units from house_balances
        union all
        select kind, asset_id, units from ${houseMoves({ since, upto: null })}
      ) as every
      group by kind, asset_id order by asset_id, kind`
    if (found.some((row) => row.horizon !== since)) continue
    return found.map(({ kind, assetId, units }) => ({ kind: houseKind(kind), assetId, units }))
  }
}

/** Sums what all users together are owed of an asset, up to the last committed move. */
export async function countOwed(tx: Tx, { id }: Asset): Promise<bigint> {
  const balances = await readHouseBalances(tx)
  return balances.reduce((owed, { assetId, units }) => (assetId === id ? owed - units : owed), 0n)
}

/** Reads what all users together were owed of an asset at the last roll-up, and its supply cap. */
export async function readOwedOf(
  tx: Tx,
  { id }: Asset,
): Promise<Readonly<{ owed: bigint; cap: bigint }>> {
  const [found] = await readRows(tx, { owed: 'units', cap: 'units' })`
    select a.supply_cap as cap, coalesce(
      (select -sum(b.units) from house_balances b where b.asset_id = a.id), 0) as owed
    from assets a where a.id = ${id}`
  if (found === undefined) throw new Error(`there is no asset ${id}`)
  return found
}

/** Reads what all users together were owed at the last roll-up, by asset id. */
export async function readOwed(tx: Tx): Promise<ReadonlyMap<AssetId, bigint>> {
  const found = await readRows(tx, { assetId: 'assetId', units: 'units' })`
    select asset_id as "assetId", -sum(units) as units
    from house_balances group by asset_id`
  return new Map(found.map(({ assetId, units }) => [assetId, units]))
}
