import { type RawBuilder, sql } from 'kysely'
import type { CursorRequest, Examined } from '../../../base/values/cursor.ts'
import type { OrderNo, PairId, UserId } from '../../../base/values/ids.ts'
import { integerOf } from '../../../base/values/integers.ts'
import { type Money, money, perMillion } from '../../../base/values/money.ts'
import type { Reader, Tx } from '../../../core/database/database.ts'
import { sendRows } from '../../../core/database/driver/insert.ts'
import {
  columnsOf,
  oneOfTexts,
  type RowOf,
  readRows,
} from '../../../core/database/driver/read-rows.ts'
import { inMs } from '../../../core/database/driver/times.sql.ts'
import { afterTime, lastExamined, microsOf } from '../../../core/database/partitions/time-span.ts'
import type { HoldOwner } from '../../../core/ledger/audit.ts'
import {
  pairAssetColumns,
  pairAssetJoins,
  pairAssetTypes,
  withPairAssets,
} from '../../../core/reference/pair-assets.sql.ts'
import { type Order, type OrderStatus, orderStatuses } from './order.rules.ts'

/** For the audit: open orders have a hold, all others have none. */
export const orderHolds: HoldOwner = {
  kind: 'order',
  openIds: sql`select order_no as id from orders where status = 'CREATE'`,
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
  bounds: Readonly<{ leaseMs: number; absentAfterMs: number }>,
): void {
  sendRows(
    tx,
    'orders',
    orders.map(({ pair, volume, price, limit, ...order }) => ({
      order_no: order.orderNo,
      user_id: order.user,
      pair_id: pair.id,
      side: order.side,
      type: order.type,
      volume: volume.units,
      price: price?.units ?? null,
      worst_price: price === null ? limit.units : null,
      fee_ppm: integerOf(order.fee.ppm),
      held: order.held,
      request_key: order.requestKey,
      day_count: order.dayCount,
    })),
    { computed: { absent_after: inMs(bounds.absentAfterMs), next_at: inMs(bounds.leaseMs) } },
  )
}

const orderColumns = columnsOf({
  ...pairAssetTypes,
  id: 'orderId',
  orderNo: 'orderNo',
  user: 'userId',
  pairId: 'pairId',
  txPair: 'text',
  venueSymbol: 'text',
  side: oneOfTexts('BUY', 'SELL'),
  type: oneOfTexts('LIMIT', 'MARKET'),
  volume: 'units',
  price: 'units?',
  limit: 'units?',
  feePpm: 'bigint',
  held: 'units',
  freed: 'units',
  status: oneOfTexts(...orderStatuses),
  venueOrderId: 'text?',
  executedVolume: 'units',
  executedQuote: 'units',
  commission: 'units',
  taxExact: 'units',
  finalVolume: 'units?',
  reason: 'text?',
  incident: 'text?',
  cancelRequested: 'boolean',
  ownCancel: 'boolean',
  absentCounts: 'boolean',
  attempts: 'bigint',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
})

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

export type DatedOrder = Order & Readonly<{ updatedAt: Date }>

/** An order with its time in microseconds, for the cursor of a list. */
export type FoundOrder = DatedOrder & Readonly<{ micros: number }>

function orderOf(row: RowOf<typeof orderColumns>): DatedOrder {
  const { base, quote, pairId, txPair, venueSymbol, feePpm, ...order } = withPairAssets(row)
  const { executedVolume, executedQuote, commission, taxExact, ...rest } = order
  return {
    ...rest,
    pair: { id: pairId, txPair, venueSymbol, base, quote },
    volume: money(base, rest.volume),
    price: rest.price === null ? null : money(quote, rest.price),
    limit: rest.limit === null ? null : money(quote, rest.limit),
    fee: perMillion(BigInt(feePpm)),
    executed: { volume: executedVolume, quote: executedQuote, commission, tax: taxExact },
  }
}

async function select(db: Reader, where: RawBuilder<unknown>): Promise<readonly DatedOrder[]> {
  const rows = await readRows(db, orderColumns)`select ${fields} from orders o ${joined} ${where}`
  return rows.map(orderOf)
}

/** Locks orders by our order numbers, in the order they were placed. */
export async function lockOrders(
  tx: Tx,
  orderNos: readonly OrderNo[],
): Promise<ReadonlyMap<string, Order>> {
  if (orderNos.length === 0) return new Map()
  const where = sql`where o.order_no = any(${orderNos}) order by o.id for update of o`
  return new Map((await select(tx, where)).map((order) => [order.orderNo, order]))
}

/** Finds a user's order by our order number; another user's order counts as absent. */
export async function findOrder(db: Reader, user: UserId, orderNo: OrderNo): Promise<Order | null> {
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
  orderNo?: OrderNo | undefined
  pairId?: PairId | undefined
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
  if (filter.orderNo !== undefined) all.push(sql`o.order_no = ${filter.orderNo}`)
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

const timeKeys = { at: 'o.created_at', id: 'o.id' }

/** Numbers, open orders and those in doubt have an index. */
const isSelective = ({ orderNo, status, inDoubt }: OrderFilter): boolean =>
  orderNo !== undefined || status === 'CREATE' || inDoubt === true

/** The user and the time have one as well. */
const isIndexed = ({ pairId, side, status }: OrderFilter): boolean =>
  pairId === undefined && side === undefined && status === undefined

/**
 * Lists orders of all users by time and id, after the cursor. With `offset 0` open orders are
 * searched by their index: for the oldest ones the planner would read all that ever ended.
 */
export async function searchOrders(
  db: Reader,
  filter: OrderFilter,
  page: CursorRequest,
): Promise<Examined<FoundOrder>> {
  const { user, from = null, until = null } = filter
  const { follows, ordered } = afterTime(timeKeys, page)
  const isFew = isSelective(filter)
  const { last, isExamined } =
    isFew || isIndexed(filter)
      ? { last: null, isExamined: sql`true` }
      : await lastExamined(
          db,
          sql`orders o where ${matching({ user, from, until })}`,
          timeKeys,
          page,
        )
  const rows = await readRows(db, { ...orderColumns, micros: 'bigint' })`
    select ${fields}, ${microsOf('o.created_at')} as micros
    from (select * from orders o where ${matching(filter)}${isFew ? sql` offset 0` : sql``}) as o
    ${joined} where ${follows} and ${isExamined} ${ordered}`
  return { rows: rows.map((row) => ({ ...orderOf(row), micros: row.micros })), last }
}

/** Counts matching orders, up to the bound. */
export async function countOrders(db: Reader, filter: OrderFilter, bound: number): Promise<number> {
  const rows = await readRows(db, { orders: 'integer' })`
    select count(*) as orders from (
      select from orders o where ${matching(filter)} limit ${bound}
    ) as counted`
  return rows[0]?.orders ?? 0
}

/** Reads orders by our order numbers, of any user, in the order they were placed. */
export const readOrders = async (
  db: Reader,
  orderNos: readonly OrderNo[],
): Promise<readonly DatedOrder[]> =>
  orderNos.length === 0 ? [] : select(db, sql`where o.order_no = any(${orderNos}) order by o.id`)
