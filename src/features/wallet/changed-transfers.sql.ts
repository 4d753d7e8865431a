import { sql } from 'kysely'
import { type UserId, userId } from '../../base/ids.ts'
import { limits } from '../../base/limits.ts'
import { type Follower, followed, isWritten, versionOf } from '../../changes/written.sql.ts'
import type { Tx } from '../../database/database.ts'
import { rowsOf } from '../../database/rows.ts'
import { kinds, readTransfers, type Transfer } from './transfers.sql.ts'

export type ChangedTransfer = Readonly<{ user: UserId; version: number; transfer: Transfer }>

type ChangedTransferRow = Readonly<{
  user: number
  kind: number
  id: number
  at: string
  version: number
}>

/** Reads deposits and withdrawals written after the followers' positions. */
export async function readChangedTransfers(
  tx: Tx,
  followers: readonly Follower[],
): Promise<readonly ChangedTransfer[]> {
  const { rows } = await sql<ChangedTransferRow>`
    select f.user_id as "user", changed.* from ${followed(followers)} cross join lateral (
      ${changedOf('cash_deposits', kinds.cashDeposit)}
      union all ${changedOf('coin_deposits', kinds.coinDeposit)}
      union all ${changedOf('withdrawals', kinds.withdrawal)}
    ) as changed`.execute(tx)
  if (rows.length === 0) return []
  const named = rowsOf(rows, { kind: 'smallint', id: 'bigint', at: 'text' }, 't')
  const shown = sql`select t.kind, t.id, t.at::timestamptz as at from ${named}`
  const transfers = await readTransfers(tx, shown)
  const byKey = new Map(transfers.map((transfer) => [keyOf(transfer.place), transfer]))
  return rows.flatMap(({ user, version, ...row }) => {
    const transfer = byKey.get(keyOf(row))
    return transfer === undefined ? [] : [{ user: userId(user), version, transfer }]
  })
}

const keyOf = ({ kind, id }: Readonly<{ kind: number; id: number }>): string => `${kind} ${id}`

const changedOf = (table: string, kind: number) => sql`
  (select ${kind}::smallint as kind, t.id, t.created_at::text as at, ${versionOf('t')} as version
   from ${sql.table(table)} as t
   where t.user_id = f.user_id and t.updated_at >= f.since and ${isWritten('t')}
   order by t.updated_at limit ${limits.stream.changesEach})`
