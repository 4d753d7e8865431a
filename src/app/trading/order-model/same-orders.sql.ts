import { sql } from 'kysely'
import type { OrderNo } from '../../../base/values/ids.ts'
import type { Tx } from '../../../core/database/database.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../../core/database/driver/rows.ts'
import { idempotencyLimits } from '../../../platform/http/http-limits.ts'
import type { NewOrder } from './orders.sql.ts'

type Terms = Pick<NewOrder, 'user' | 'pair' | 'side' | 'type' | 'volume' | 'price'>

/** Returns a text that is equal for orders of one user with the same terms. */
export const sameOrder = ({ user, pair, side, type, volume, price }: Terms): string =>
  [user, pair.id, side, type, volume.units, price?.units ?? ''].join(':')

/**
 * Returns the `sameOrder` texts of those orders that their users placed already within
 * `repeatSeconds`. The caller must hold the users' locks, so that concurrent orders see each other.
 */
export async function findPlacedWithin(
  tx: Tx,
  asked: readonly Readonly<{ order: NewOrder; repeatSeconds: number }>[],
): Promise<readonly string[]> {
  const rows = rowsOf(
    asked.map(({ order, repeatSeconds }) => ({
      name: sameOrder(order),
      user: order.user,
      pairId: order.pair.id,
      side: order.side,
      type: order.type,
      volume: order.volume.units,
      price: order.price?.units ?? null,
      repeatSeconds,
    })),
    {
      name: 'text',
      user: 'userId',
      pairId: 'pairId',
      side: 'text',
      type: 'text',
      volume: 'numeric',
      price: 'numeric',
      repeatSeconds: 'integer',
    },
  )
  const found = await readRows(tx, { name: 'text' })`
    select t.name from ${rows} where exists (
      select from orders o
      where o.user_id = t."user" and o.pair_id = t."pairId" and o.side = t.side
        and o.type = t.type and o.volume = t.volume and o.price is not distinct from t.price
        and o.created_at > statement_timestamp() - make_interval(secs => t."repeatSeconds")
    )`
  return found.map(({ name }) => name)
}

/**
 * Returns the order placed under a request key. Null if that order was never placed or refused, or
 * the key has expired: the key is then free for another order.
 */
export async function placedUnder(tx: Tx, requestKey: Buffer): Promise<OrderNo | null> {
  const rows = await readRows(tx, { orderNo: 'orderNo', stands: 'boolean' })`
    select order_no as "orderNo",
      created_at > now() - make_interval(secs => ${idempotencyLimits.keptSeconds})
        and (reason is null or reason <> 'NOT_PLACED' and reason not like 'REFUSED %') as stands
    from orders where request_key = ${requestKey} for update`
  const [known] = rows
  if (known?.stands === true) return known.orderNo
  await sql`update orders set request_key = null where request_key = ${requestKey}`.execute(tx)
  return null
}
