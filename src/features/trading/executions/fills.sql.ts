import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '../../../base/ids.ts'
import { type Money, money } from '../../../base/money.ts'
import { type Database, send, type Tx } from '../../../database/database.ts'
import { rowsOf } from '../../../database/rows.ts'
import {
  type PairAssetRow,
  pairAssetColumns,
  pairAssetJoins,
  pairAssetsOf,
} from '../../../reference/pair-assets.sql.ts'
import type { Order } from '../order-model/order.rules.ts'
import { type Fill, type FillStep, tradeKey } from './fill.rules.ts'

/** The order and amounts of a stored trade. */
export type StoredFill = Readonly<{ orderId: number; volume: bigint; quote: bigint }>

/** Finds those of our orders' trades that are already recorded, for whichever order. */
export async function findFills(
  tx: Tx,
  trades: readonly Readonly<{ orderNo: string; tradeId: string }>[],
): Promise<ReadonlyMap<string, StoredFill>> {
  if (trades.length === 0) return new Map()
  const wanted = rowsOf(trades, { orderNo: 'text', tradeId: 'text' }, 't')
  const { rows } = await sql<{
    pairId: number
    tradeId: string
    orderId: number
    volume: string
    quote: string
  }>`
    select f.pair_id as "pairId", f.trade_id as "tradeId", f.order_id as "orderId", f.volume,
      f.quote_exact as quote
    from ${wanted} join orders o on o.order_no = t."orderNo"
    join fills f on f.pair_id = o.pair_id and f.trade_id = t."tradeId"`.execute(tx)
  return new Map(
    rows.map(({ pairId, tradeId, orderId, volume, quote }) => [
      tradeKey(pairId, tradeId),
      { orderId, volume: BigInt(volume), quote: BigInt(quote) },
    ]),
  )
}

export type NewFill = Readonly<{ order: Order; fill: Fill; step: FillStep }>

/** Sends the insert of new trades. */
export function insertFills(tx: Tx, fills: readonly NewFill[]): void {
  if (fills.length === 0) return
  const rows = rowsOf(
    fills.map(({ order, fill, step: { before, after } }) => ({
      pairId: order.pair.id,
      tradeId: fill.tradeId,
      orderId: order.id,
      user: order.user,
      price: fill.price,
      volume: fill.volume,
      quote: fill.quote,
      commission: fill.commission,
      commissionAsset: fill.commissionAsset,
      amount: after.amount - before.amount,
      fee: after.fee - before.fee,
      tax: after.tax - before.tax,
      at: fill.at,
    })),
    {
      pairId: 'smallint',
      tradeId: 'text',
      orderId: 'bigint',
      user: 'bigint',
      price: 'numeric',
      volume: 'numeric',
      quote: 'numeric',
      commission: 'numeric',
      commissionAsset: 'text',
      amount: 'numeric',
      fee: 'numeric',
      tax: 'numeric',
      at: 'timestamptz',
    },
    't',
  )
  send(
    tx,
    sql`
    insert into fills (pair_id, trade_id, order_id, user_id, price, volume, quote_exact,
      commission, commission_asset, amount, fee, tax, traded_at)
    select t."pairId", t."tradeId", t."orderId", t."user", t.price, t.volume, t.quote,
      t.commission, t."commissionAsset", t.amount, t.fee, t.tax, t.at
    from ${rows}`,
  )
}

export type StrayTrade = Readonly<{
  pairId: number
  tradeId: string
  venueOrderId: string
  clientOrderId: string | null
  side: 'BUY' | 'SELL'
  fill: Fill
  /** Taken from the asset received, in the venue's parts. */
  commission: bigint
}>

/** Records trades that match no order of ours; returns the keys of the new ones. */
export async function insertStrayTrades(
  tx: Tx,
  trades: readonly StrayTrade[],
): Promise<ReadonlySet<string>> {
  if (trades.length === 0) return new Set()
  const rows = rowsOf(
    trades.map(({ fill, ...trade }) => ({
      ...trade,
      volume: fill.volume,
      quote: fill.quote,
      at: fill.at,
    })),
    {
      pairId: 'smallint',
      tradeId: 'text',
      venueOrderId: 'text',
      clientOrderId: 'text',
      side: 'text',
      volume: 'numeric',
      quote: 'numeric',
      commission: 'numeric',
      at: 'timestamptz',
    },
    't',
  )
  const inserted = await sql<{ pairId: number; tradeId: string }>`
    insert into stray_trades (pair_id, trade_id, venue_order_id, client_order_id, side, volume,
      quote_exact, commission, traded_at)
    select distinct on (t."pairId", t."tradeId") t."pairId", t."tradeId", t."venueOrderId",
      t."clientOrderId", t.side, t.volume, t.quote, t.commission, t.at
    from ${rows} order by t."pairId", t."tradeId"
    on conflict do nothing
    returning pair_id as "pairId", trade_id as "tradeId"`.execute(tx)
  return new Set(inserted.rows.map(({ pairId, tradeId }) => tradeKey(pairId, tradeId)))
}

/** A fill as shown to its owner. */
export type ListedFill = Readonly<{
  id: number
  /** The time of the trade, unrounded, in PostgreSQL's text form. */
  at: string
  tradeId: string
  orderNo: string
  txPair: string
  side: 'BUY' | 'SELL'
  price: string
  volume: Money
  amount: Money
  fee: Money
  tax: Money
  tradedAt: Date
}>

export type FillFilter = Readonly<{
  user: UserId
  pairId?: number | undefined
  side?: 'BUY' | 'SELL' | undefined
  orderNo?: string | undefined
  from?: Date | null
  until?: Date | null
}>

function matching(filter: FillFilter): RawBuilder<unknown> {
  const all = [sql`f.user_id = ${filter.user}`]
  if (filter.pairId !== undefined) all.push(sql`f.pair_id = ${filter.pairId}`)
  if (filter.side !== undefined) all.push(sql`o.side = ${filter.side}`)
  if (filter.orderNo !== undefined) {
    all.push(sql`f.order_id = (select id from orders where order_no = ${filter.orderNo})`)
  }
  if (filter.from) all.push(sql`f.traded_at >= ${filter.from}`)
  if (filter.until) all.push(sql`f.traded_at < ${filter.until}`)
  return sql.join(all, sql` and `)
}

type FillRow = PairAssetRow &
  Readonly<{
    id: number
    at: string
    tradeId: string
    orderNo: string
    txPair: string
    side: 'BUY' | 'SELL'
    price: string
    volume: string
    amount: string
    fee: string
    tax: string
    tradedAt: Date
  }>

export type FillPage = Readonly<{
  limit: number
  offset: number
  oldestFirst?: boolean
  /** The list continues after this fill. */
  after?: Readonly<{ at: string; id: number }> | null
}>

/** Lists a user's fills by time of trade, newest first by default. */
export async function listFills(
  db: Database['read'] | Tx,
  filter: FillFilter,
  page: FillPage,
): Promise<readonly ListedFill[]> {
  const { limit, offset, oldestFirst = false, after = null } = page
  const direction = oldestFirst ? sql`asc` : sql`desc`
  const beyond = oldestFirst ? sql`>` : sql`<`
  const rest =
    after === null
      ? sql``
      : sql` and (f.traded_at, f.id) ${beyond} (${after.at}::timestamptz, ${after.id}::bigint)`
  const { rows } = await sql<FillRow>`
    select f.id, f.traded_at::text as at, f.trade_id as "tradeId", o.order_no as "orderNo",
      p.tx_pair as "txPair", o.side,
      trim_scale(f.price)::text as price, f.volume, f.amount, f.fee, f.tax,
      f.traded_at as "tradedAt",
      ${pairAssetColumns}
    from fills f join orders o on o.id = f.order_id join pairs p on p.id = f.pair_id
    ${pairAssetJoins}
    where ${matching(filter)}${rest}
    order by f.traded_at ${direction}, f.id ${direction}
    limit ${limit} offset ${offset}`.execute(db)
  return rows.map(fillOf)
}

function fillOf(row: FillRow): ListedFill {
  const { base, quote } = pairAssetsOf(row)
  const received = row.side === 'BUY' ? base : quote
  const { id, at, tradeId, orderNo, txPair, side, price, tradedAt } = row
  return {
    id,
    at,
    tradeId,
    orderNo,
    txPair,
    side,
    price,
    volume: money(base, BigInt(row.volume)),
    amount: money(quote, BigInt(row.amount)),
    fee: money(received, BigInt(row.fee)),
    tax: money(received, BigInt(row.tax)),
    tradedAt,
  }
}

/** Counts matching fills, up to the bound. */
export async function countFills(
  db: Database['read'] | Tx,
  filter: FillFilter,
  bound: number,
): Promise<number> {
  const joined = filter.side === undefined ? sql`` : sql`join orders o on o.id = f.order_id`
  const { rows } = await sql<{ fills: number }>`
    select count(*) as fills from (
      select from fills f ${joined} where ${matching(filter)} limit ${bound}
    ) as counted`.execute(db)
  return rows[0]?.fills ?? 0
}
