import { sql } from 'kysely'
import type { OrderId, OrderNo, PairId, UserId } from '../../../base/values/ids.ts'
import { idr } from '../../../base/values/money.ts'
import { parseRatio, type Ratio } from '../../../base/values/ratio.ts'
import { type Database, sendSql, type Tx } from '../../../core/database/database.ts'
import { sendRows } from '../../../core/database/driver/insert.ts'
import { columnsOf, oneOfTexts, readRows } from '../../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../../core/database/driver/rows.ts'
import { msInterval } from '../../../core/database/driver/times.sql.ts'
import {
  type RupiahPrice,
  valuationJoin,
  valuedColumns,
  valuedPrice,
} from '../../../core/reference/rupiah-prices.sql.ts'
import { type PairClass, pairClasses } from '../../../core/reference/tax-rates.rules.ts'
import { tradingLimits } from '../trading-limits.ts'

/**
 * The last price that we recorded of a symbol, null if it is old; the time of the reading; and what
 * taxes depend on: the class of the pair and the rupiah prices of its assets, of any age.
 */
export type Market = Readonly<{
  price: Ratio | null
  now: Date
  pairClass: PairClass
  rupiah: Readonly<Record<'base' | 'quote', RupiahPrice | null>>
}>

/**
 * Reads the recent prices of the venue's symbols, which its reports are compared with, and the
 * rupiah prices of their assets by the method of the setting `tax.valuation`.
 */
export async function readMarkets(
  tx: Tx,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, Market>> {
  if (symbols.length === 0) return new Map()
  const rows = await readRows(tx, marketColumns)`
    select p.venue_symbol as symbol, trim_scale(m.price)::text as price,
      statement_timestamp() as now,
      case when quote.id = ${idr.id} then 'rupiah' when quote.kind = 'FIAT' then 'fiat'
        else 'coin' end as "pairClass",
      ${valuedColumns('b', 'base')}, ${valuedColumns('q', 'quote')}
    from pairs p
    join assets base on base.id = p.base_asset_id
    join assets quote on quote.id = p.quote_asset_id
    ${valuationJoin}
    left join prices b on quote.id <> ${idr.id} and b.pair = base.symbol || '_IDR'
    left join prices q on quote.id <> ${idr.id} and q.pair = quote.symbol || '_IDR'
    left join prices m on m.pair = p.tx_pair and m.observed_at
      > ${agoMs(tradingLimits.hintPriceMs)}
    where p.venue_symbol = any(${[...new Set(symbols)]})`
  return new Map(
    rows.map(({ symbol, price, now, pairClass, ...row }) => [
      symbol,
      {
        price: price === null ? null : parseRatio(price),
        now,
        pairClass,
        rupiah: {
          base: valuedPrice(row.basePrice, row.baseSource, row.baseAt),
          quote: valuedPrice(row.quotePrice, row.quoteSource, row.quoteAt),
        },
      },
    ]),
  )
}

const marketColumns = columnsOf({
  symbol: 'text',
  price: 'text?',
  now: 'timestamptz',
  pairClass: oneOfTexts(...pairClasses),
  basePrice: 'text?',
  baseSource: 'text?',
  baseAt: 'timestamptz?',
  quotePrice: 'text?',
  quoteSource: 'text?',
  quoteAt: 'timestamptz?',
})

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

/** Sends the deletion of the notes of trades that the venue's list has or operators accept. */
export function forgetUnconfirmed(tx: Tx, trades: readonly TradeOfOrder[]): void {
  if (trades.length === 0) return
  const listed = rowsOf(trades, { pairId: 'pairId', tradeId: 'text', orderId: 'orderId' })
  sendSql(tx)`
    delete from unconfirmed_fills f using ${listed}
    where f.pair_id = t."pairId" and f.trade_id = t."tradeId" and f.order_id = t."orderId"`
}

/**
 * Finds pairs with fills that wait for the venue's list. They are drawn by lot, so that those that
 * the venue never responds about do not keep out the others.
 */
export async function findUnconfirmedPairs(
  { read }: Pick<Database, 'read'>,
  { olderMs, most }: Readonly<{ olderMs: number; most: number }>,
): Promise<readonly PairId[]> {
  const rows = await readRows(read, { pairId: 'pairId' })`
    select pair_id as "pairId" from unconfirmed_fills
    where denied_at is null and recorded_at <= ${agoMs(olderMs)}
    group by pair_id order by random() limit ${most}`
  return rows.map(({ pairId }) => pairId)
}

export const hasUnconfirmedFills = sql<boolean>`
  exists (select from unconfirmed_fills where denied_at is null)`

/** Finds orders with fills that the venue's list should have had by now, drawn by lot as well. */
export async function findUnlistedOrders(
  { read }: Pick<Database, 'read'>,
  { olderMs, most }: Readonly<{ olderMs: number; most: number }>,
): Promise<readonly OrderNo[]> {
  const rows = await readRows(read, { orderNo: 'orderNo' })`
    with late as (
      select order_id from unconfirmed_fills
      where denied_at is null and recorded_at <= ${agoMs(olderMs)}
      group by order_id order by random() limit ${most}
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

/** Lists an order's trades that the venue's list has not confirmed: denied by it, or not yet. */
export async function listUnconfirmed(
  tx: Tx,
  orderId: OrderId,
): Promise<readonly Readonly<{ tradeId: string; denied: boolean }>[]> {
  return await readRows(tx, { tradeId: 'text', denied: 'boolean' })`
    select trade_id as "tradeId", denied_at is not null as denied from unconfirmed_fills
    where order_id = ${orderId} order by trade_id`
}

const agoMs = (ms: number) => sql`statement_timestamp() - ${msInterval(ms)}`
