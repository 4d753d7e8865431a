import { type RawBuilder, sql } from 'kysely'
import type { CursorRequest, Examined } from '../../../base/values/cursor.ts'
import type { OrderId, OrderNo, PairId, UserId } from '../../../base/values/ids.ts'
import { money } from '../../../base/values/money.ts'
import type { Database, Reader, Tx } from '../../../core/database/database.ts'
import { insertRows, sendRows } from '../../../core/database/driver/insert.ts'
import {
  columnsOf,
  oneOfTexts,
  type RowOf,
  readRows,
} from '../../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../../core/database/driver/rows.ts'
import { afterTime, lastExamined, microsOf } from '../../../core/database/partitions/time-span.ts'
import {
  pairAssetColumns,
  pairAssetJoins,
  pairAssetTypes,
  withPairAssets,
} from '../../../core/reference/pair-assets.sql.ts'
import type { Order } from '../order-model/order.rules.ts'
import { type Fill, type FillStep, type TradeSide, tradeKey } from './fill.rules.ts'

const side = oneOfTexts('BUY', 'SELL')

/** The order and amounts of a stored trade. */
export type StoredFill = Readonly<{
  orderId: OrderId
  volume: bigint
  quote: bigint
  commission: bigint
}>

/** Finds those sides of trades that are already recorded, for whichever order. */
export async function findFills(
  tx: Tx,
  trades: readonly Readonly<{ orderNo: OrderNo; tradeId: string }>[],
): Promise<ReadonlyMap<string, StoredFill>> {
  if (trades.length === 0) return new Map()
  const wanted = rowsOf(trades, { orderNo: 'orderNo', tradeId: 'text' })
  const rows = await readRows(tx, {
    pairId: 'pairId',
    tradeId: 'text',
    side,
    orderId: 'orderId',
    volume: 'units',
    quote: 'units',
    commission: 'units',
  })`
    select f.pair_id as "pairId", f.trade_id as "tradeId", f.side, f.order_id as "orderId",
      f.volume, f.quote_exact as quote, f.commission
    from ${wanted} join orders o on o.order_no = t."orderNo"
    join fills f on f.pair_id = o.pair_id and f.trade_id = t."tradeId" and f.side = o.side`
  return new Map(rows.map((row) => [tradeKey(row), row]))
}

export type NewFill = Readonly<{ order: Order; fill: Fill; step: FillStep }>

export function insertFills(tx: Tx, fills: readonly NewFill[]): void {
  sendRows(
    tx,
    'fills',
    fills.map(({ order, fill, step: { before, after, vat } }) => ({
      pair_id: order.pair.id,
      trade_id: fill.tradeId,
      side: order.side,
      order_id: order.id,
      user_id: order.user,
      price: fill.price,
      volume: fill.volume,
      quote_exact: fill.quote,
      commission: fill.commission,
      commission_asset: fill.commissionAsset,
      amount: after.amount - before.amount,
      fee: after.fee - before.fee,
      tax: after.tax - before.tax,
      vat_idr: vat,
      traded_at: fill.at,
    })),
  )
}

export type UnmatchedTrade = TradeSide &
  Readonly<{
    venueOrderId: string
    clientOrderId: string | null
    fill: Fill
    /** Taken from the asset received, in the venue's parts. */
    commission: bigint
  }>

/** Records trades that match no order of ours; returns the keys of the new ones. */
export async function insertUnmatchedTrades(
  tx: Tx,
  trades: readonly UnmatchedTrade[],
): Promise<ReadonlySet<string>> {
  const key = ['pair_id', 'trade_id', 'side'] as const
  const inserted = await insertRows(
    tx,
    'unmatched_trades',
    trades.map(({ fill, ...trade }) => ({
      pair_id: trade.pairId,
      trade_id: trade.tradeId,
      venue_order_id: trade.venueOrderId,
      client_order_id: trade.clientOrderId,
      side: trade.side,
      volume: fill.volume,
      quote_exact: fill.quote,
      commission: trade.commission,
      traded_at: fill.at,
    })),
    { orderBy: key, unique: key, returning: key },
  )
  const sides = inserted.map((row) => ({
    pairId: row.pair_id,
    tradeId: row.trade_id,
    side: side.parse(row.side),
  }))
  return new Set(sides.map(tradeKey))
}

/** Returns those of the trades of an ended order that were recorded as unmatched. */
export async function findSetAside(
  tx: Tx,
  orderNo: OrderNo,
  tradeIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await readRows(tx, { tradeId: 'text' })`
    select s.trade_id as "tradeId" from orders o
    join unmatched_trades s on s.pair_id = o.pair_id and s.side = o.side
    where o.order_no = ${orderNo} and o.status <> 'CREATE' and s.trade_id = any(${tradeIds})`
  return new Set(rows.map(({ tradeId }) => tradeId))
}

export type ListedFill = Readonly<ReturnType<typeof fillOf>>

export type FillFilter = Readonly<{
  /** null: of all users. */
  user: UserId | null
  pairId?: PairId | undefined
  side?: 'BUY' | 'SELL' | undefined
  orderNo?: OrderNo | undefined
  from?: Date | null
  until?: Date | null
}>

function matching(filter: FillFilter): RawBuilder<unknown> {
  const all = [filter.user === null ? sql`true` : sql`f.user_id = ${filter.user}`]
  if (filter.pairId !== undefined) all.push(sql`f.pair_id = ${filter.pairId}`)
  if (filter.side !== undefined) all.push(sql`o.side = ${filter.side}`)
  if (filter.orderNo !== undefined) {
    all.push(sql`f.order_id = (select id from orders where order_no = ${filter.orderNo})`)
  }
  if (filter.from) all.push(sql`f.traded_at >= ${filter.from}`)
  if (filter.until) all.push(sql`f.traded_at < ${filter.until}`)
  return sql.join(all, sql` and `)
}

const fillColumns = columnsOf({
  ...pairAssetTypes,
  id: 'bigint',
  /** The time of the trade, unrounded, in PostgreSQL's text form. */
  at: 'text',
  tradeId: 'text',
  orderNo: 'orderNo',
  txPair: 'text',
  side,
  price: 'text',
  volume: 'units',
  amount: 'units',
  fee: 'units',
  tax: 'units',
  tradedAt: 'timestamptz',
})

const fillFields = sql`
  f.id, f.traded_at::text as at, f.trade_id as "tradeId", o.order_no as "orderNo",
  p.tx_pair as "txPair", o.side, trim_scale(f.price)::text as price, f.volume, f.amount, f.fee,
  f.tax, f.traded_at as "tradedAt", ${pairAssetColumns}`

const fillJoins = sql`
  from fills f join orders o on o.id = f.order_id join pairs p on p.id = f.pair_id
  ${pairAssetJoins}`

export type FillPage = Readonly<{
  limit: number
  offset: number
  oldestFirst?: boolean
  /** The list continues after this fill. */
  after?: Readonly<{ at: string; id: number }> | null
}>

/** Lists a user's fills by time of trade, newest first by default. */
export async function listFills(
  db: Reader,
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
  const rows = await readRows(db, fillColumns)`
    select ${fillFields} ${fillJoins} where ${matching(filter)}${rest}
    order by f.traded_at ${direction}, f.id ${direction}
    limit ${limit} offset ${offset}`
  return rows.map(fillOf)
}

/** A fill of any user, with its time in microseconds for the cursor of a list. */
export type FoundFill = ListedFill & Readonly<{ user: UserId; micros: number }>

const timeKeys = { at: 'f.traded_at', id: 'f.id' }

/** Lists fills of all users by time and id, after the cursor. */
export async function searchFills(
  db: Database['read'],
  filter: FillFilter,
  page: CursorRequest,
): Promise<Examined<FoundFill>> {
  const { user, pairId, side, from = null, until = null } = filter
  const { follows, ordered } = afterTime(timeKeys, page)
  const { last, isExamined } =
    pairId === undefined && side === undefined
      ? { last: null, isExamined: sql`true` }
      : await lastExamined(
          db,
          sql`fills f where ${matching({ user, from, until })}`,
          timeKeys,
          page,
        )
  const rows = await readRows(db, { ...fillColumns, user: 'userId', micros: 'bigint' })`
    select f.user_id as "user", ${microsOf('f.traded_at')} as micros, ${fillFields} ${fillJoins}
    where ${matching(filter)} and ${follows} and ${isExamined} ${ordered}`
  return {
    rows: rows.map((row) => ({ ...fillOf(row), user: row.user, micros: row.micros })),
    last,
  }
}

function fillOf(row: RowOf<typeof fillColumns>) {
  const { base, quote, ...fill } = withPairAssets(row)
  const received = fill.side === 'BUY' ? base : quote
  return {
    ...fill,
    volume: money(base, fill.volume),
    amount: money(quote, fill.amount),
    fee: money(received, fill.fee),
    tax: money(received, fill.tax),
  }
}

/** Finds fills by their keys, as `fillKey` writes them. */
export async function findFillsByKey(
  db: Reader,
  keys: readonly TradeSide[],
): Promise<ReadonlyMap<string, ListedFill>> {
  const wanted = rowsOf(keys, { pairId: 'pairId', tradeId: 'text', side: 'text' }, 'k')
  const rows = await readRows(db, { ...fillColumns, pairId: 'pairId' })`
    select f.pair_id as "pairId", ${fillFields} ${fillJoins}
    join ${wanted} on f.pair_id = k."pairId" and f.trade_id = k."tradeId" and f.side = k.side`
  return new Map(rows.map((row) => [tradeKey(row), fillOf(row)]))
}

/** Counts matching fills, up to the bound. */
export async function countFills(db: Reader, filter: FillFilter, bound: number): Promise<number> {
  const joined = filter.side === undefined ? sql`` : sql`join orders o on o.id = f.order_id`
  const rows = await readRows(db, { fills: 'integer' })`
    select count(*) as fills from (
      select from fills f ${joined} where ${matching(filter)} limit ${bound}
    ) as counted`
  return rows[0]?.fills ?? 0
}
