import type { UserId } from '../../base/values/ids.ts'
import type { Money } from '../../base/values/money.ts'
import { sendSql, type Tx } from '../database/database.ts'
import { sendRows } from '../database/driver/insert.ts'
import { readRows } from '../database/driver/read-rows.ts'
import { rowsOf } from '../database/driver/rows.ts'
import { type Hold, type HoldPurpose, ownerKey } from './hold.rules.ts'
import { postedAt } from './postings.sql.ts'

const ownerColumns = { kind: 'text', id: 'text' } as const

/** Inserts holds that postings of this transaction opened; `key` is that of one of these. */
export function insertHolds(
  tx: Tx,
  holds: readonly Readonly<{ owner: HoldPurpose; user: UserId; amount: Money }>[],
  key: string,
): void {
  sendRows(
    tx,
    'holds',
    holds.map(({ owner, user, amount }) => ({
      owner_kind: owner.kind,
      owner_id: owner.id,
      user_id: user,
      asset_id: amount.asset.id,
      initial: amount.units,
    })),
    { computed: { opened_at: postedAt(key) } },
  )
}

/** Locks the holds of these owners, in (kind, id) order. */
export async function lockHolds(
  tx: Tx,
  owners: readonly HoldPurpose[],
): Promise<Map<string, Hold>> {
  if (owners.length === 0) return new Map()
  const wanted = rowsOf(owners, ownerColumns)
  const found = await readRows(tx, {
    kind: 'text',
    id: 'text',
    user: 'userId',
    assetId: 'assetId',
    symbol: 'text',
    scale: 'smallint',
    initial: 'units',
    consumed: 'units',
    released: 'units',
  })`
    select h.owner_kind as kind, h.owner_id as id, h.user_id as "user", h.asset_id as "assetId",
           a.symbol, a.scale, h.initial, h.consumed, h.released
    from holds h join ${wanted} on h.owner_kind = t.kind and h.owner_id = t.id
    join assets a on a.id = h.asset_id
    order by h.owner_kind, h.owner_id
    for update of h`
  return new Map(
    found.map(({ kind, id, assetId, symbol, scale, ...rest }) => {
      const owner = { kind, id }
      return [ownerKey(owner), { ...rest, owner, asset: { id: assetId, symbol, scale } }]
    }),
  )
}

/**
 * Stores amounts that postings of this transaction consumed and released, one of them under `key`;
 * a hold with nothing left closes.
 */
export function updateHolds(tx: Tx, holds: readonly Hold[], key: string): void {
  if (holds.length === 0) return
  const rows = rowsOf(
    holds.map(({ owner, consumed, released }) => ({ ...owner, consumed, released })),
    { ...ownerColumns, consumed: 'numeric', released: 'numeric' },
  )
  sendSql(tx)`
    update holds h set consumed = t.consumed, released = t.released,
      closed_at = case when t.consumed + t.released = h.initial then ${postedAt(key)} end
    from ${rows} where h.owner_kind = t.kind and h.owner_id = t.id`
}
