import { sql } from 'kysely'
import type { UserId } from '../../base/ids.ts'
import { batchReads } from '../../database/batch-reads.ts'

export type Holding = Readonly<{ available: bigint; locked: bigint }>
export type DepositAddress = Readonly<{ address: string; tag: string | null }>

/** A user's balances by asset id, and deposit addresses by asset id and network. */
export type Holdings = Readonly<{
  balances: ReadonlyMap<number, Holding>
  places: ReadonlyMap<string, DepositAddress>
}>

type HoldingRow = Readonly<
  { user: number; asset: number } & (
    | { network: null; first: string; second: string }
    | { network: string; first: string; second: string | null }
  )
>

/** Reads a user's balances and addresses in one snapshot; concurrent calls share one statement. */
export const readHoldings = batchReads<UserId, Holdings>(async (db, users) => {
  const found = await sql<HoldingRow>`
    select user_id as "user", asset_id as asset, null as network,
           available::text as first, locked::text as second
    from balances where user_id = any(${users}::bigint[])
    union all
    select user_id, asset_id, network, address, tag
    from coin_addresses where user_id = any(${users}::bigint[])`.execute(db)
  const byUser = new Map<number, ReturnType<typeof emptyHoldings>>(
    users.map((user) => [user, emptyHoldings()]),
  )
  for (const { user, asset, ...row } of found.rows) {
    const own = byUser.get(user)
    if (row.network === null) {
      own?.balances.set(asset, { available: BigInt(row.first), locked: BigInt(row.second) })
    } else {
      own?.places.set(`${asset} ${row.network}`, { address: row.first, tag: row.second })
    }
  }
  return users.map((user) => byUser.get(user) ?? emptyHoldings())
})

const emptyHoldings = () => ({
  balances: new Map<number, Holding>(),
  places: new Map<string, DepositAddress>(),
})
