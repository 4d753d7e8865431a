import { sql } from 'kysely'
import type { OrderNo } from '../../../base/values/ids.ts'
import type { Tx } from '../../../core/database/database.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'

const closedOrders = sql`
  pairs p join orders o on o.pair_id = p.id and o.status = 'CREATE'
    and o.side = any(case when p.buys then '{}' else '{BUY}'::text[] end
      || case when p.sells then '{}' else '{SELL}'::text[] end)
  where not (p.buys and p.sells) and o.cancel_requested_at is null and o.incident is null`

export const hasClosedOrders = sql<boolean>`exists (select from ${closedOrders})`

/**
 * Finds open orders of a side that their pair no longer allows, oldest first; those in doubt wait
 * for an operator.
 */
export async function findClosedOrders(tx: Tx, most: number): Promise<readonly OrderNo[]> {
  const rows = await readRows(tx, { orderNo: 'orderNo' })`
    select o.order_no as "orderNo" from ${closedOrders}
    order by o.id limit ${most}`
  return rows.map(({ orderNo }) => orderNo)
}
