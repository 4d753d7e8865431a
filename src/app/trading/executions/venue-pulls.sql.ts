import { sql } from 'kysely'
import type { OrderNo, PairId } from '../../../base/values/ids.ts'
import type { Database, Tx } from '../../../core/database/database.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'

/** Returns the last trade read of a pair's list; null if it was never read. */
export async function readVenuePull(
  db: Pick<Database, 'read'>,
  pairId: PairId,
): Promise<string | null> {
  const row = await db.read
    .selectFrom('venue_pulls')
    .where('pair_id', '=', pairId)
    .select('trade_id')
    .executeTakeFirst()
  return row?.trade_id ?? null
}

/** Stores the last trade read; it never goes back to an earlier one. */
export async function writeVenuePull(tx: Tx, pairId: PairId, tradeId: string): Promise<void> {
  await sql`
    insert into venue_pulls as v (pair_id, trade_id) values (${pairId}, ${tradeId})
    on conflict (pair_id) do update set trade_id = excluded.trade_id, pulled_at = now()
    where v.trade_id::numeric < excluded.trade_id::numeric`.execute(tx)
}

/** Returns the statuses of those order numbers that are ours. */
export async function readStatuses(
  db: Pick<Database, 'read'>,
  orderNos: readonly OrderNo[],
): Promise<ReadonlyMap<string, string>> {
  if (orderNos.length === 0) return new Map()
  const rows = await readRows(db.read, { orderNo: 'orderNo', status: 'text' })`
    select order_no as "orderNo", status from orders
    where order_no = any(${orderNos})`
  return new Map(rows.map(({ orderNo, status }) => [orderNo, status]))
}

/** Schedules queries of orders that are open here and not among the venue's open orders. */
export async function queryMissingOrders(
  tx: Tx,
  pairId: PairId,
  openIds: readonly string[],
): Promise<void> {
  await sql`
    with missing as (
      select id from orders
      where pair_id = ${pairId} and status = 'CREATE' and incident is null
        and venue_order_id is not null and not venue_order_id = any(${openIds})
      order by id for no key update
    )
    update orders o set query_wanted = true, next_at = least(o.next_at, clock_timestamp())
    from missing where o.id = missing.id`.execute(tx)
}
