import type { AssetId, UserId } from '../../base/values/ids.ts'
import { batchReads } from '../../core/database/driver/batched.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'

export type Holding = Readonly<{ available: bigint; locked: bigint }>
export type DepositAddress = Readonly<{ address: string; tag: string | null }>

/** A user's balances by asset id, and deposit addresses by asset id and network. */
export type Holdings = Readonly<{
  balances: ReadonlyMap<AssetId, Holding>
  places: ReadonlyMap<string, DepositAddress>
}>

/** Reads a user's balances and addresses in one snapshot; concurrent calls share one statement. */
export const readHoldings = batchReads<UserId, Holdings>(async (db, users) => {
  const found = await readRows(db, {
    user: 'userId',
    asset: 'assetId',
    network: 'text?',
    first: 'text',
    second: 'text?',
  })`
    select user_id as "user", asset_id as asset, null as network,
           available::text as first, locked::text as second
    from balances where user_id = any(${users}::bigint[])
    union all
    select user_id, asset_id, network, address, tag
    from coin_addresses where user_id = any(${users}::bigint[])`
  const byUser = new Map<UserId, ReturnType<typeof emptyHoldings>>(
    users.map((user) => [user, emptyHoldings()]),
  )
  for (const { user, asset, ...row } of found) {
    const own = byUser.get(user)
    if (row.network !== null) {
      own?.places.set(`${asset} ${row.network}`, { address: row.first, tag: row.second })
    } else if (row.second !== null) {
      own?.balances.set(asset, { available: BigInt(row.first), locked: BigInt(row.second) })
    }
  }
  return users.map((user) => byUser.get(user) ?? emptyHoldings())
})

const emptyHoldings = () => ({
  balances: new Map<AssetId, Holding>(),
  places: new Map<string, DepositAddress>(),
})
