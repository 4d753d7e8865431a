import { sql } from 'kysely'
import { streamLimits } from '../../../core/changes/stream-limits.ts'
import { type Follower, followed, isWritten, versionOf } from '../../../core/changes/written.sql.ts'
import type { Tx } from '../../../core/database/database.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'
import { type DatedOrder, readOrders } from './orders.sql.ts'

export type ChangedOrder = Readonly<{ order: DatedOrder; version: number }>

/**
 * Reads orders written after the followers' positions: open ones, and those that ended since.
 * Writes that leave `updated_at` unchanged are not reported.
 */
export async function readChangedOrders(
  tx: Tx,
  followers: readonly Follower[],
): Promise<readonly ChangedOrder[]> {
  const rows = await readRows(tx, { orderNo: 'orderNo', version: 'bigint' })`
    select changed.* from ${followed(followers)} cross join lateral (
      ${changed(sql`o.status = 'CREATE'`)} union all ${changed(sql`o.ended_at >= f.since`)}
    ) as changed`
  if (rows.length === 0) return []
  const versions = new Map(rows.map(({ orderNo, version }) => [orderNo, version]))
  const orders = await readOrders(tx, [...versions.keys()])
  return orders.map((order) => ({ order, version: versions.get(order.orderNo) ?? 0 }))
}

const changed = (among: ReturnType<typeof sql>) => sql`
  (select o.order_no as "orderNo", ${versionOf('o')} as version from orders o
   where o.user_id = f.user_id and ${among} and o.updated_at >= f.since and ${isWritten('o')}
   limit ${streamLimits.changesEach})`
