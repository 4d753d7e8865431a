import { sql } from 'kysely'
import type { Tx } from '../../../database/database.ts'
import { rowsOf } from '../../../database/rows.ts'
import type { NewOrder } from './orders.sql.ts'

type Terms = Pick<NewOrder, 'user' | 'pair' | 'side' | 'type' | 'volume' | 'price'>

/** Equal for orders of one user that ask for the same. */
export const sameOrder = ({ user, pair, side, type, volume, price }: Terms): string =>
  [user, pair.id, side, type, volume.units, price?.units ?? ''].join(':')

/**
 * Those of these that their users placed within so many seconds, as `sameOrder` names them. Orders
 * of one user wait for each other here, so that of two at once one sees the other.
 */
export async function findPlacedWithin(
  tx: Tx,
  asked: readonly Readonly<{ order: NewOrder; repeatSeconds: number }>[],
): Promise<readonly string[]> {
  const users = [...new Set(asked.map(({ order }) => order.user))]
  await sql`
    select pg_advisory_xact_lock(hashtextextended('order-repeat:' || id, 0))
    from (select id from unnest(${users}::bigint[]) as u(id) order by id) as ordered`.execute(tx)
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
      user: 'bigint',
      pairId: 'smallint',
      side: 'text',
      type: 'text',
      volume: 'numeric',
      price: 'numeric',
      repeatSeconds: 'integer',
    },
    't',
  )
  const found = await sql<{ name: string }>`
    select t.name from ${rows} where exists (
      select from orders o
      where o.user_id = t."user" and o.pair_id = t."pairId" and o.side = t.side
        and o.type = t.type and o.volume = t.volume and o.price is not distinct from t.price
        and o.created_at > statement_timestamp() - make_interval(secs => t."repeatSeconds")
    )`.execute(tx)
  return found.rows.map(({ name }) => name)
}
