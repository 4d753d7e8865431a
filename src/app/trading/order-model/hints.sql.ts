import { sql } from 'kysely'
import type { OrderId, OrderNo, PairId, UserId } from '../../../base/values/ids.ts'
import { parseRatio, type Ratio } from '../../../base/values/ratio.ts'
import { type Database, send, type Tx } from '../../../core/database/database.ts'
import { sendRows } from '../../../core/database/driver/insert.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../../core/database/driver/rows.ts'
import { tradingLimits } from '../trading-limits.ts'

/** The last price that we recorded of a symbol, null if it is old; and the time of the reading. */
export type Market = Readonly<{ price: Ratio | null; now: Date }>

/** Reads the recent prices of the venue's symbols, which its reports are compared with. */
export async function readMarkets(
  tx: Tx,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, Market>> {
  if (symbols.length === 0) return new Map()
  const rows = await readRows(tx, { symbol: 'text', price: 'text?', now: 'timestamptz' })`
    select p.venue_symbol as symbol, trim_scale(m.price)::text as price,
      statement_timestamp() as now
    from pairs p left join prices m on m.pair = p.tx_pair and m.observed_at
      > statement_timestamp() - make_interval(secs => ${tradingLimits.hintPriceMs}::float8 / 1000)
    where p.venue_symbol = any(${[...new Set(symbols)]})`
  return new Map(
    rows.map(({ symbol, price, now }) => [
      symbol,
      { price: price === null ? null : parseRatio(price), now },
    ]),
  )
}

type TradeOfOrder = Readonly<{ pairId: PairId; tradeId: string; orderId: OrderId }>

/** Sends the notes of fills that only an event reported. */
export const noteUnconfirmed = (
  tx: Tx,
  fills: readonly (TradeOfOrder & Readonly<{ user: UserId }>)[],
): void =>
  sendRows(
    tx,
    'unconfirmed_fills',
    fills.map(({ pairId, tradeId, orderId, user }) => ({
      pair_id: pairId,
      trade_id: tradeId,
      order_id: orderId,
      user_id: user,
    })),
  )

/** Sends the deletion of the notes of trades that the venue's list has. */
export function forgetUnconfirmed(tx: Tx, trades: readonly TradeOfOrder[]): void {
  if (trades.length === 0) return
  const listed = rowsOf(trades, { pairId: 'pairId', tradeId: 'text', orderId: 'orderId' })
  send(
    tx,
    sql`
    delete from unconfirmed_fills f using ${listed}
    where f.pair_id = t."pairId" and f.trade_id = t."tradeId" and f.order_id = t."orderId"`,
  )
}

/** Finds pairs with fills that wait for the venue's list, the longest waiting first. */
export async function findUnconfirmedPairs(
  { read }: Pick<Database, 'read'>,
  { olderMs, most }: Readonly<{ olderMs: number; most: number }>,
): Promise<readonly PairId[]> {
  const rows = await readRows(read, { pairId: 'pairId' })`
    select pair_id as "pairId" from unconfirmed_fills
    where denied_at is null and recorded_at <= ${agoMs(olderMs)}
    group by pair_id order by min(recorded_at) limit ${most}`
  return rows.map(({ pairId }) => pairId)
}

/** Finds orders with fills that the venue's list should have had by now, the oldest first. */
export async function findUnlistedOrders(
  { read }: Pick<Database, 'read'>,
  { olderMs, most }: Readonly<{ olderMs: number; most: number }>,
): Promise<readonly OrderNo[]> {
  const rows = await readRows(read, { orderNo: 'orderNo' })`
    with late as (
      select order_id from unconfirmed_fills
      where denied_at is null and recorded_at <= ${agoMs(olderMs)}
      order by recorded_at limit ${most}
    )
    select o.order_no as "orderNo" from orders o where o.id in (select order_id from late)`
  return rows.map(({ orderNo }) => orderNo)
}

/** Marks the old unconfirmed fills of an order as denied; returns their trades. */
export async function denyUnconfirmed(
  tx: Tx,
  orderId: OrderId,
  olderMs: number,
): Promise<readonly string[]> {
  const rows = await readRows(tx, { tradeId: 'text' })`
    update unconfirmed_fills set denied_at = now()
    where order_id = ${orderId} and recorded_at <= ${agoMs(olderMs)}
    returning trade_id as "tradeId"`
  return rows.map(({ tradeId }) => tradeId)
}

const agoMs = (ms: number) =>
  sql`statement_timestamp() - make_interval(secs => ${ms}::float8 / 1000)`
