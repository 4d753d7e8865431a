import { sql } from 'kysely'
import { idr, money } from '../../src/base/money.ts'
import { readRows } from '../../src/database/read-rows.ts'
import { available, house } from '../../src/ledger/accounts.ts'
import type { Posting } from '../../src/ledger/post.rules.ts'
import { postAll } from '../../src/ledger/post.ts'
import { fence, type Lease } from './leases.ts'
import { type Callback, homeOf, ledgerOf, type Shards } from './shards.ts'

/** A transaction has about so many postings, however many servers there are. */
const batchItemsOfServer = 200

const callbackKey = ({ source, key, number }: Omit<Callback, 'user' | 'units'>): string =>
  `callback:${source}:${key}:${number}`

const postingOf = (callback: Callback): Posting => ({
  key: callbackKey(callback),
  action: 'DEPOSIT',
  moves: [
    { from: house('payx'), to: available(callback.user), amount: money(idr, callback.units) },
  ],
})

/**
 * Applies the oldest callbacks of a key shard, one transaction for each server that has some of
 * their users; returns how many. Callbacks of a key have one user, so they stay in order. After a
 * crash before they are marked, they are posted again and the ledger finds their keys.
 */
export async function applyCallbacks(
  shards: Shards,
  lease: Lease,
  crashPoint: (here: 'applied') => void = () => undefined,
): Promise<number> {
  const home = homeOf(shards, lease.keyShard)
  const due = await readRows(home.read, {
    id: 'bigint',
    source: 'text',
    key: 'text',
    number: 'integer',
    user: 'userId',
    units: 'numeric',
  })`
    select id, source, event_key as key, number, user_id as "user", units from shard_inbox
    where key_shard = ${lease.keyShard} and not applied order by id
    limit ${batchItemsOfServer * shards.databases.length}`
  if (due.length === 0) return 0
  const callbacks = due.map((row) => ({ ...row, units: BigInt(row.units) }))
  const parts = Map.groupBy(callbacks, ({ user }) => ledgerOf(shards, user))
  await Promise.all(
    [...parts].map(([db, part]) =>
      db.inTransaction(async (tx) => {
        await fence(tx, lease)
        await postAll(tx, part.map(postingOf))
      }),
    ),
  )
  crashPoint('applied')
  await home.inTransaction(async (tx) => {
    await fence(tx, lease)
    await sql`
      update shard_inbox set applied = true
      where id = any(${due.map(({ id }) => id)}::bigint[])`.execute(tx)
  })
  return due.length
}
