import { type RawBuilder, sql } from 'kysely'
import type { AssetId, UserId } from '../../base/values/ids.ts'
import { streamLimits } from '../../core/changes/stream-limits.ts'
import { type Follower, followed, isWritten, versionOf } from '../../core/changes/written.sql.ts'
import type { Tx } from '../../core/database/database.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../core/database/driver/rows.ts'
import type { Holding } from './holdings.sql.ts'
import { kinds, readTransfers, type Transfer } from './transfers.sql.ts'

export type ChangedTransfer = Readonly<{ user: UserId; version: number; transfer: Transfer }>

/** Reads deposits and withdrawals written after the followers' positions. */
export async function readChangedTransfers(
  tx: Tx,
  followers: readonly Follower[],
): Promise<readonly ChangedTransfer[]> {
  const rows = await readRows(tx, {
    user: 'userId',
    kind: 'integer',
    id: 'bigint',
    at: 'text',
    version: 'bigint',
  })`
    select f.user_id as "user", changed.* from ${followed(followers)} cross join lateral (
      ${changedOf('cash_deposits', kinds.cashDeposit, depositSince)}
      union all ${changedOf('coin_deposits', kinds.coinDeposit, depositSince)}
      union all ${changedOf('withdrawals', kinds.withdrawal, sql`t.updated_at >= f.since`)}
    ) as changed`
  const found = await withTransfers(tx, rows)
  return found.map(({ row: { user, version }, transfer }) => ({ user, version, transfer }))
}

type Named = Readonly<{ kind: number; id: number; at: string }>

/** Reads the transfers that these rows name; a row whose transfer is gone is left out. */
async function withTransfers<Row extends Named>(tx: Tx, rows: readonly Row[]) {
  if (rows.length === 0) return []
  const named = rowsOf(rows, { kind: 'smallint', id: 'bigint', at: 'text' })
  const shown = sql`select t.kind, t.id, t.at::timestamptz as at from ${named}`
  const transfers = await readTransfers(tx, shown)
  const byPlace = new Map(transfers.map((transfer) => [keyOf(transfer.place), transfer]))
  return rows.flatMap((row) => {
    const transfer = byPlace.get(keyOf(row))
    return transfer === undefined ? [] : [{ row, transfer }]
  })
}

const keyOf = ({ kind, id }: Readonly<{ kind: number; id: number }>): string => `${kind} ${id}`

/** Most deposits are complete when they are stored; an index has those that changed afterwards. */
const depositSince = sql`
  (t.created_at >= f.since or t.updated_at > t.created_at and t.updated_at >= f.since)`

const changedOf = (table: string, kind: number, since: RawBuilder<unknown>) => sql`
  (select ${kind}::smallint as kind, t.id, t.created_at::text as at, ${versionOf('t')} as version
   from ${sql.table(table)} as t
   where t.user_id = f.user_id and ${since} and ${isWritten('t')}
   order by t.updated_at limit ${streamLimits.changesEach})`

type ChangedBalance = Holding & Readonly<{ user: UserId; assetId: AssetId; version: number }>

/** Reads balances written after the followers' positions. */
export async function readChangedBalances(
  tx: Tx,
  followers: readonly Follower[],
): Promise<readonly ChangedBalance[]> {
  return readRows(tx, {
    user: 'userId',
    assetId: 'assetId',
    available: 'units',
    locked: 'units',
    version: 'bigint',
  })`
    select f.user_id as "user", changed.* from ${followed(followers)} cross join lateral (
      select b.asset_id as "assetId", b.available, b.locked, ${versionOf('b')} as version
      from balances b where b.user_id = f.user_id and ${isWritten('b')}
      order by b.asset_id limit ${streamLimits.changesEach}
    ) as changed`
}

/** Finds deposits by the keys of their notices, and withdrawals by their request ids. */
export async function findTransfersByKey(
  tx: Tx,
  keys: readonly string[],
): Promise<readonly Readonly<{ key: string; transfer: Transfer }>[]> {
  const rows = await readRows(tx, { key: 'text', kind: 'integer', id: 'bigint', at: 'text' })`
    with wanted as materialized (select unnest(${keys}::text[]) as key)
    select w.key, ${kinds.cashDeposit}::integer as kind, d.id, d.created_at::text as at
    from wanted w join cash_deposits d on d.provider = split_part(w.key, ':', 2)
      and d.provider_ref = substring(w.key from '^deposit:[a-z]+:(.*)$')
    where w.key like 'deposit:%'
    union all
    select w.key, ${kinds.coinDeposit}, d.id, d.created_at::text
    from wanted w join coin_deposits d
      on d.custody_id = substring(w.key from '^coin-deposit:(.*):[0-9]+$')
      and d.output = substring(w.key from '[0-9]+$')::integer
    where w.key like 'coin-deposit:%'
    union all
    select w.key, ${kinds.withdrawal}, d.id, d.created_at::text
    from wanted w join withdrawals d on d.request_id = w.key`
  const found = await withTransfers(tx, rows)
  return found.map(({ row: { key }, transfer }) => ({ key, transfer }))
}
