/** One lease per shard of callback keys. Its epoch decides whose writes count, on every server. */
import { sql } from 'kysely'
import type { Tx } from '../../src/database/database.ts'
import { readRows } from '../../src/database/read-rows.ts'
import { homeOf, type Shards } from './shards.ts'

export type Lease = Readonly<{ keyShard: number; epoch: number }>

/** Another worker holds the lease; the transaction was rolled back. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/**
 * Takes a lease that has ended, or anyone's if `steals`; returns null if it is held. The fence of
 * every server is raised before the first callback is applied: that waits for the transactions of
 * the earlier holder, and none of it can commit afterwards.
 */
export async function takeLease(
  shards: Shards,
  keyShard: number,
  {
    holder,
    leaseMs,
    steals = false,
  }: Readonly<{ holder: string; leaseMs: number; steals?: boolean }>,
): Promise<Lease | null> {
  const [row] = await readRows(homeOf(shards, keyShard).read, { epoch: 'bigint' })`
    update shard_leases
    set holder = ${holder}, epoch = epoch + 1,
      ends_at = now() + ${leaseMs}::int * interval '1 ms'
    where key_shard = ${keyShard} and (ends_at < now() or ${steals}::boolean)
    returning epoch`
  if (row === undefined) return null
  await Promise.all(
    shards.databases.map((db) =>
      sql`update shard_fences set epoch = ${row.epoch}
          where key_shard = ${keyShard} and epoch < ${row.epoch}`.execute(db.read),
    ),
  )
  return { keyShard, epoch: row.epoch }
}

/** Prolongs a lease; throws `LeaseLost` if another worker has it. */
export async function renewLease(
  shards: Shards,
  { keyShard, epoch }: Lease,
  leaseMs: number,
): Promise<void> {
  const renewed = await sql`
    update shard_leases set ends_at = now() + ${leaseMs}::int * interval '1 ms'
    where key_shard = ${keyShard} and epoch = ${epoch}`.execute(homeOf(shards, keyShard).read)
  if (renewed.numAffectedRows !== 1n) throw new LeaseLost()
}

/** First in every transaction of a holder; throws `LeaseLost` if a later one raised the fence. */
export async function fence(tx: Tx, { keyShard, epoch }: Lease): Promise<void> {
  const { rows } = await sql`
    select 1 from shard_fences where key_shard = ${keyShard} and epoch = ${epoch}
    for share`.execute(tx)
  if (rows.length === 0) throw new LeaseLost()
}
