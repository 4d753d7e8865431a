import { type RawBuilder, sql } from 'kysely'
import { type UserId, userId } from '../../../base/ids.ts'
import { type Money, money, perMillion } from '../../../base/money.ts'
import { type Reader, send, type Tx } from '../../../database/database.ts'
import { rowsOf } from '../../../database/rows.ts'
import type { HoldOwner } from '../../../ledger/audit.ts'
import {
  type PairAssetRow,
  pairAssetColumns,
  pairAssetJoins,
  pairAssetsOf,
} from '../../../reference/pair-assets.sql.ts'
import { isOrderStatus, type Order, type OrderStatus } from './order.rules.ts'

/** For the audit: open orders have a hold, all others have none. */
export const orderHolds: HoldOwner = {
  kind: 'order',
  openIds: sql<{ id: string }>`select order_no as id from orders where status = 'CREATE'`,
}

export type NewOrder = Pick<
  Order,
  'orderNo' | 'user' | 'pair' | 'side' | 'type' | 'volume' | 'price' | 'fee' | 'held'
> &
  Readonly<{
    limit: Money
    /** The order's position among its user's orders of the Jakarta day. */
    dayCount: number
    /** Identifies the request; only one order is stored per key. */
    requestKey: Buffer | null
  }>

/** Sends the insert of orders whose money is held, before they are sent to the venue. */
export function insertOrders(
  tx: Tx,
  orders: readonly NewOrder[],
  bounds: Readonly<{ turnMs: number; absentAfterMs: number }>,
): void {
  if (orders.length === 0) return
  const rows = rowsOf(
    orders.map(({ orderNo, user, pair, side, type, volume, price, limit, ...order }) => ({
      orderNo,
      user,
      pairId: pair.id,
      side,
      type,
      volume: volume.units,
      price: price?.units ?? null,
      worstPrice: price === null ? limit.units : null,
      feePpm: order.fee.ppm,
      held: order.held,
      requestKey: order.requestKey,
      dayCount: order.dayCount,
    })),
    {
      orderNo: 'text',
      user: 'bigint',
      pairId: 'smallint',
      side: 'text',
      type: 'text',
      volume: 'numeric',
      price: 'numeric',
      worstPrice: 'numeric',
      feePpm: 'numeric',
      held: 'numeric',
      requestKey: 'bytea',
      dayCount: 'integer',
    },
    't',
  )
  send(
    tx,
    sql`
    insert into orders (order_no, user_id, pair_id, side, type, volume, price, worst_price, fee_ppm,
      held, request_key, day_count, absent_after, next_at)
    select t."orderNo", t."user", t."pairId", t.side, t.type, t.volume, t.price, t."worstPrice",
      t."feePpm", t.held, t."requestKey", t."dayCount", ${inMs(bounds.absentAfterMs)},
      ${inMs(bounds.turnMs)}
    from ${rows}`,
  )
}

/** The time `ms` milliseconds from now, by the database's clock. */
export const inMs = (ms: number) =>
  sql`clock_timestamp() + make_interval(secs => ${ms}::float8 / 1000)`

type OrderRow = PairAssetRow &
  Readonly<{
    id: number
    orderNo: string
    user: number
    pairId: number
    txPair: string
    venueSymbol: string
    side: 'BUY' | 'SELL'
    type: 'LIMIT' | 'MARKET'
    volume: string
    price: string | null
    limit: string | null
    feePpm: number
    held: string
    freed: string
    status: string
    venueOrderId: string | null
    executedVolume: string
    executedQuote: string
    commission: string
    taxExact: string
    finalVolume: string | null
    reason: string | null
    incident: string | null
    cancelRequested: boolean
    ownCancel: boolean
    absentCounts: boolean
    attempts: number
    createdAt: Date
    updatedAt: Date
  }>

const fields = sql`
  o.id, o.order_no as "orderNo", o.user_id as "user", o.pair_id as "pairId",
  p.tx_pair as "txPair", p.venue_symbol as "venueSymbol",
  ${pairAssetColumns},
  o.side, o.type, o.volume, o.price, coalesce(o.price, o.worst_price) as "limit",
  o.fee_ppm as "feePpm", o.held, o.freed, o.status,
  o.venue_order_id as "venueOrderId", o.executed_volume as "executedVolume",
  o.executed_quote as "executedQuote", o.commission, o.tax_exact as "taxExact",
  o.final_volume as "finalVolume", o.reason, o.incident,
  o.cancel_requested_at is not null as "cancelRequested", o.own_cancel as "ownCancel",
  o.absent_after <= clock_timestamp() as "absentCounts", o.attempts,
  o.created_at as "createdAt", o.updated_at as "updatedAt"`

const joined = sql`
  join pairs p on p.id = o.pair_id
  ${pairAssetJoins}`

export type DatedOrder = Order & Readonly<{ createdAt: Date; updatedAt: Date }>

function orderOf(row: OrderRow): DatedOrder {
  const { base, quote } = pairAssetsOf(row)
  const { id, orderNo, side, type, venueOrderId, reason, incident } = row
  return {
    id,
    orderNo,
    user: userId(row.user),
    pair: { id: row.pairId, txPair: row.txPair, venueSymbol: row.venueSymbol, base, quote },
    side,
    type,
    volume: money(base, BigInt(row.volume)),
    price: row.price === null ? null : money(quote, BigInt(row.price)),
    limit: row.limit === null ? null : money(quote, BigInt(row.limit)),
    fee: perMillion(BigInt(row.feePpm)),
    held: BigInt(row.held),
    freed: BigInt(row.freed),
    status: statusOf(row.status),
    venueOrderId,
    executed: {
      volume: BigInt(row.executedVolume),
      quote: BigInt(row.executedQuote),
      commission: BigInt(row.commission),
      tax: BigInt(row.taxExact),
    },
    finalVolume: row.finalVolume === null ? null : BigInt(row.finalVolume),
    reason,
    incident,
    cancelRequested: row.cancelRequested,
    ownCancel: row.ownCancel,
    absentCounts: row.absentCounts,
    attempts: row.attempts,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

function statusOf(text: string): OrderStatus {
  if (isOrderStatus(text)) return text
  throw new RangeError(`an order is ${text}, which is no status`)
}

async function select(db: Reader, where: RawBuilder<unknown>): Promise<readonly DatedOrder[]> {
  const { rows } = await sql<OrderRow>`select ${fields} from orders o ${joined} ${where}`.execute(
    db,
  )
  return rows.map(orderOf)
}

/** Locks orders by our order numbers, in the order they were placed. */
export async function lockOrders(
  tx: Tx,
  orderNos: readonly string[],
): Promise<ReadonlyMap<string, Order>> {
  if (orderNos.length === 0) return new Map()
  const where = sql`where o.order_no = any(${orderNos}) order by o.id for update of o`
  return new Map((await select(tx, where)).map((order) => [order.orderNo, order]))
}

/** Finds a user's order by our order number; another user's order counts as absent. */
export async function findOrder(db: Reader, user: UserId, orderNo: string): Promise<Order | null> {
  const where = sql`where o.user_id = ${user} and o.order_no = ${orderNo}`
  return (await select(db, where))[0] ?? null
}

/**
 * Finds a user's order by the venue's id. Ids are unique only within a pair: an open order comes
 * first, then the newest.
 */
export async function findByVenueId(
  db: Reader,
  user: UserId,
  venueOrderId: string,
): Promise<Order | null> {
  const where = sql`
    where o.user_id = ${user} and o.venue_order_id = ${venueOrderId}
    order by o.status = 'CREATE' desc, o.id desc limit 1`
  return (await select(db, where))[0] ?? null
}

export type OrderFilter = Readonly<{
  user: UserId | null
  pairId?: number | undefined
  side?: 'BUY' | 'SELL' | undefined
  status?: OrderStatus | undefined
  /** Only orders that wait for an operator. */
  inDoubt?: boolean
  from?: Date | null
  until?: Date | null
}>

export type OrderPage = Readonly<{
  limit: number
  offset: number
  oldestFirst?: boolean
  /** The list continues after the order of this id. */
  after?: number | null
}>

function matching(filter: OrderFilter): RawBuilder<unknown> {
  const all = [sql`true`]
  if (filter.user !== null) all.push(sql`o.user_id = ${filter.user}`)
  if (filter.pairId !== undefined) all.push(sql`o.pair_id = ${filter.pairId}`)
  if (filter.side !== undefined) all.push(sql`o.side = ${filter.side}`)
  if (filter.status !== undefined) all.push(sql`o.status = ${filter.status}`)
  if (filter.inDoubt === true) all.push(sql`o.incident is not null`)
  if (filter.from) all.push(sql`o.created_at >= ${filter.from}`)
  if (filter.until) all.push(sql`o.created_at < ${filter.until}`)
  return sql.join(all, sql` and `)
}

/**
 * Lists orders, newest first by default: one user's by time, as the index has them, and all users'
 * by id.
 */
export async function listOrders(
  db: Reader,
  filter: OrderFilter,
  { limit, offset, oldestFirst = false, after = null }: OrderPage,
): Promise<readonly DatedOrder[]> {
  const direction = oldestFirst ? sql`asc` : sql`desc`
  const beyond = oldestFirst ? sql`>` : sql`<`
  const time = filter.user === null ? sql`` : sql`o.created_at ${direction}, `
  const rest =
    after === null
      ? sql``
      : sql` and (o.created_at, o.id) ${beyond} (
    (select created_at from orders where id = ${after}), ${after}::bigint)`
  return await select(
    db,
    sql`where ${matching(filter)}${rest}
      order by ${time}o.id ${direction} limit ${limit} offset ${offset}`,
  )
}

/** Counts matching orders, up to the bound. */
export async function countOrders(db: Reader, filter: OrderFilter, bound: number): Promise<number> {
  const { rows } = await sql<{ orders: number }>`
    select count(*) as orders from (
      select from orders o where ${matching(filter)} limit ${bound}
    ) as counted`.execute(db)
  return rows[0]?.orders ?? 0
}

/** Reads orders by our order numbers, of any user, in the order they were placed. */
export const readOrders = (
  db: Reader,
  orderNos: readonly string[],
): Promise<readonly DatedOrder[]> =>
  select(db, sql`where o.order_no = any(${orderNos}) order by o.id`)
