/** Moves between users of different servers: two postings over a house account. */
import { sql } from 'kysely'
import type { UserId } from '../../src/base/ids.ts'
import { idr, money } from '../../src/base/money.ts'
import type { Database } from '../../src/database/database.ts'
import { readRows } from '../../src/database/read-rows.ts'
import { available, house } from '../../src/ledger/accounts.ts'
import { type Posted, postAll } from '../../src/ledger/post.ts'
import { isOnOneShard, ledgerOf, type Shards } from './shards.ts'

const batchItems = 100

export type Transfer = Readonly<{ id: string; from: UserId; to: UserId; units: bigint }>

/** What is under way between servers is in this account: its sum over all of them is zero. */
const underWay = house('suspense')

/**
 * Takes a transfer out of the sender's balance and, in the same transaction, stores that it must
 * arrive. A repeated request changes nothing. On one server it is one posting.
 */
export function sendTransfer(
  shards: Shards,
  { id, from, to, units }: Transfer,
): Promise<Posted | undefined> {
  const amount = money(idr, units)
  const isNear = isOnOneShard(shards, from, to)
  const out = { from: available(from), to: isNear ? available(to) : underWay, amount }
  return ledgerOf(shards, from).inTransaction(async (tx) => {
    const [posted] = await postAll(tx, [
      { key: `transfer:${id}:out`, action: 'ADJUSTMENT', moves: [out] },
    ])
    if (posted === 'posted' && !isNear) {
      await sql`
        insert into shard_outbox (transfer, to_user, units)
        values (${id}, ${to}, ${String(units)})`.execute(tx)
    }
    return posted
  })
}

/**
 * Credits transfers that left one server, and then marks them there; returns how many. Any worker
 * may do it, several at once and again after a crash: a key is credited once.
 */
export async function deliverTransfers(
  shards: Shards,
  from: Database,
  crashPoint: (here: 'arrived') => void = () => undefined,
): Promise<number> {
  const due = await readRows(from.read, {
    id: 'bigint',
    transfer: 'text',
    to: 'userId',
    units: 'numeric',
  })`
    select id, transfer, to_user as "to", units from shard_outbox
    where not arrived order by id limit ${batchItems}`
  if (due.length === 0) return 0
  for (const [db, part] of Map.groupBy(due, ({ to }) => ledgerOf(shards, to))) {
    const postings = part.map(({ transfer, to, units }) => ({
      key: `transfer:${transfer}:in`,
      action: 'ADJUSTMENT' as const,
      moves: [{ from: underWay, to: available(to), amount: money(idr, BigInt(units)) }],
    }))
    await db.inTransaction((tx) => postAll(tx, postings))
  }
  crashPoint('arrived')
  await sql`
    update shard_outbox set arrived = true
    where id = any(${due.map(({ id }) => id)}::bigint[])`.execute(from.read)
  return due.length
}
