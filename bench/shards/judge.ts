/** What must hold over all servers, whatever happened to the workers. */
import { systemClock } from '../../src/base/clock.ts'
import { type UserId, userId } from '../../src/base/ids.ts'
import { readRows } from '../../src/database/read-rows.ts'
import { auditLedger, type Breach } from '../../src/ledger/audit.ts'
import { readHouseBalances } from '../../src/ledger/house.ts'
import type { Shards } from './shards.ts'

/** Callbacks that are not applied and transfers that did not arrive. */
export async function countOpen({ databases }: Shards): Promise<number> {
  const counts = await Promise.all(
    databases.map(async ({ read }) => {
      const [row] = await readRows(read, { open: 'bigint' })`
        select (select count(*) from shard_inbox where not applied)
             + (select count(*) from shard_outbox where not arrived) as open`
      return row?.open ?? 0
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** What each user owns, over all servers. */
export async function readOwned({ databases }: Shards): Promise<ReadonlyMap<UserId, bigint>> {
  const owned = new Map<UserId, bigint>()
  for (const { read } of databases) {
    const rows = await readRows(read, { user: 'bigint', units: 'units0' })`
      select user_id as "user", available as units from balances`
    for (const { user, units } of rows) {
      owned.set(userId(user), (owned.get(userId(user)) ?? 0n) + BigInt(units))
    }
  }
  return owned
}

/** The sum of the house account of transfers under way. */
export async function sumUnderWay({ databases }: Shards): Promise<bigint> {
  const all = await Promise.all(databases.map((db) => db.inTransaction(readHouseBalances)))
  return all
    .flat()
    .filter(({ kind }) => kind === 'suspense')
    .reduce((sum, { units }) => sum + units, 0n)
}

/** The audit of the service, of each server's ledger. */
export async function auditShards({ databases }: Shards): Promise<readonly Breach[]> {
  const audits = databases.map((db) => auditLedger({ db, clock: systemClock }, 'full', []))
  return (await Promise.all(audits)).flat()
}

export type Applied = Readonly<{ key: string; number: number }>

/** The postings of callbacks in the order in which each server's ledger has them. */
export async function readApplied({ databases }: Shards): Promise<readonly Applied[]> {
  const applied = databases.map(
    ({ read }) =>
      readRows(read, { key: 'text', number: 'integer' })`
      select split_part(key, ':', 3) as key, split_part(key, ':', 4)::int as number
      from postings where key like 'callback:%' order by id`,
  )
  return (await Promise.all(applied)).flat()
}

/** Holders that each lease had until now. */
export async function readEpochs({ databases }: Shards): Promise<readonly number[]> {
  const found = databases.map(
    ({ read }) => readRows(read, { epoch: 'bigint' })`select epoch from shard_leases`,
  )
  return (await Promise.all(found)).flat().map(({ epoch }) => epoch)
}
