import { sql } from 'kysely'
import type { OrderNo, PairId, UserId } from '../../../base/values/ids.ts'
import { type Database, type Reader, sendSql, type Tx } from '../../../core/database/database.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../../core/database/driver/rows.ts'
import { inMs } from '../../../core/database/driver/times.sql.ts'
import type { Order } from './order.rules.ts'

/**
 * An order's new state, and when to query it next; null: not scheduled. `as-planned` keeps the
 * schedule, so no index changes.
 */
export type OrderChange = Readonly<{
  order: Order
  queryAfterMs: number | null | 'as-planned'
  /**
   * True if nothing is missing from the venue's report, so that the count of queries restarts. If
   * false, a response of the venue that is stored later does not put the query off.
   */
  isClear: boolean
}>

/** Sends the update of locked orders. An ended order never becomes open again. */
export function writeOrders(tx: Tx, changes: readonly OrderChange[]): void {
  if (changes.length === 0) return
  const rows = rowsOf(
    changes.map(({ order, queryAfterMs, isClear }) => ({
      id: order.id,
      venueOrderId: order.venueOrderId,
      status: order.status,
      volume: order.executed.volume,
      quote: order.executed.quote,
      commission: order.executed.commission,
      tax: order.executed.tax,
      freed: order.freed,
      finalVolume: order.finalVolume,
      reason: order.reason,
      incident: order.incident,
      asPlanned: queryAfterMs === 'as-planned',
      queryAfterMs: queryAfterMs === 'as-planned' ? null : queryAfterMs,
      isClear,
    })),
    {
      id: 'bigint',
      venueOrderId: 'text',
      status: 'text',
      volume: 'numeric',
      quote: 'numeric',
      commission: 'numeric',
      tax: 'numeric',
      freed: 'numeric',
      finalVolume: 'numeric',
      reason: 'text',
      incident: 'text',
      asPlanned: 'boolean',
      queryAfterMs: 'integer',
      isClear: 'boolean',
    },
  )
  sendSql(tx)`
    update orders o set
      venue_order_id = t."venueOrderId", status = t.status, executed_volume = t.volume,
      executed_quote = t.quote, commission = t.commission, tax_exact = t.tax, freed = t.freed,
      final_volume = t."finalVolume", reason = t.reason, incident = t.incident,
      next_at = case when t."asPlanned" then o.next_at else
        least(case when o.query_wanted and t."queryAfterMs" is not null then o.next_at end,
          clock_timestamp() + make_interval(secs => t."queryAfterMs"::float8 / 1000)) end,
      attempts = case when t."isClear" then 0 else o.attempts end,
      query_wanted = o.query_wanted or not t."isClear",
      ended_at = case when t.status <> 'CREATE' then coalesce(o.ended_at, now()) end,
      updated_at = now()
    from ${rows}
    where o.id = t.id and (o.status = 'CREATE' or o.status = t.status)`
}

/**
 * Stores the venue's ids of orders that it accepted and has not executed, and schedules their next
 * query. Returns the numbers of these orders; the others have changed since they were sent.
 */
export async function noteAccepted(
  db: Reader,
  accepted: readonly Readonly<{ orderNo: OrderNo; venueOrderId: string }>[],
  queryAfterMs: number,
): Promise<ReadonlySet<OrderNo>> {
  const noted = rowsOf(accepted, { orderNo: 'orderNo', venueOrderId: 'text' })
  // The conditions are no part of the search: the planner would scan the open orders for each row.
  const rows = await readRows(db, { orderNo: 'orderNo' })`
    with found as (
      select o.id, t."venueOrderId", o.status = 'CREATE' and o.venue_order_id is null
        and o.executed_volume = 0 and o.final_volume is null and o.incident is null
        and o.cancel_requested_at is null as untouched
      from ${noted} join orders o on o.order_no = t."orderNo"
      order by o.id for no key update of o
    )
    update orders o set venue_order_id = found."venueOrderId", attempts = 0,
      next_at = least(case when o.query_wanted then o.next_at end, ${inMs(queryAfterMs)}),
      updated_at = now()
    from found where o.id = found.id and found.untouched
    returning o.order_no as "orderNo"`
  return new Set(rows.map(({ orderNo }) => orderNo))
}

/**
 * Requests the cancellation of orders, which are then queried until they end. An order in doubt
 * waits for an operator to clear it, and is not returned.
 */
export async function requestCancels(
  tx: Tx,
  orderNos: readonly OrderNo[],
  { leaseMs, own }: Readonly<{ leaseMs: number; own: boolean }>,
): Promise<readonly OrderNo[]> {
  if (orderNos.length === 0) return []
  const rows = await readRows(tx, { orderNo: 'orderNo', inDoubt: 'boolean' })`
    update orders set cancel_requested_at = coalesce(cancel_requested_at, now()),
      own_cancel = own_cancel or ${own},
      next_at = case when incident is null then ${inMs(leaseMs)} else next_at end,
      updated_at = now()
    where order_no = any(${orderNos}) and status = 'CREATE'
    returning order_no as "orderNo", incident is not null as "inDoubt"`
  return rows.flatMap(({ orderNo, inDoubt }) => (inDoubt ? [] : [orderNo]))
}

/** Finds a user's open orders, of one pair or of all, oldest first. */
export async function findOpenOrders(
  db: Reader,
  user: UserId,
  pairId: PairId | null,
  most: number,
): Promise<readonly OrderNo[]> {
  const rows = await readRows(db, { orderNo: 'orderNo' })`
    select order_no as "orderNo" from orders
    where user_id = ${user} and status = 'CREATE'
      and (${pairId}::smallint is null or pair_id = ${pairId})
    order by id limit ${most}`
  return rows.map(({ orderNo }) => orderNo)
}

const isDue = sql`status = 'CREATE' and next_at <= statement_timestamp()`

export const hasDueOrders = sql<boolean>`exists (select from orders where ${isDue})`

/** Leases due orders for one call to the venue. The lease of a process that dies expires. */
export async function claimDueOrders(
  tx: Tx,
  { most, leaseMs }: Readonly<{ most: number; leaseMs: number }>,
): Promise<readonly OrderNo[]> {
  const rows = await readRows(tx, { orderNo: 'orderNo' })`
    with due as (
      select id from orders where ${isDue}
      order by next_at limit ${most} for update skip locked
    )
    update orders o set attempts = o.attempts + 1, next_at = ${inMs(leaseMs)}, query_wanted = false
    from due where o.id = due.id
    returning o.order_no as "orderNo"`
  return rows.map(({ orderNo }) => orderNo)
}

/**
 * Schedules the next query of orders that are still undecided, after a growing pause; for an order
 * that the venue does not know, no later than the time when it counts as never placed.
 */
export async function putOffOrders(
  tx: Tx,
  orderNos: readonly OrderNo[],
  { firstMs, longestMs }: Readonly<{ firstMs: number; longestMs: number }>,
): Promise<void> {
  if (orderNos.length === 0) return
  await sql`
    update orders set next_at = least(case when query_wanted then next_at end,
      case when venue_order_id is null and absent_after > clock_timestamp() then absent_after end,
      clock_timestamp() + make_interval(
        secs => least(${firstMs}::float8 * 2 ^ least(attempts, 30), ${longestMs}) / 1000))
    where order_no = any(${orderNos}) and status = 'CREATE' and next_at is not null`.execute(tx)
}

/** Sets the time after which an order that the venue does not know is taken as never placed. */
export async function setAbsentAfter(tx: Tx, orderNo: OrderNo, afterMs: number): Promise<void> {
  await sql`
    update orders set absent_after = least(absent_after, ${inMs(afterMs)}),
      next_at = least(next_at, ${inMs(1_000)})
    where order_no = ${orderNo} and status = 'CREATE'`.execute(tx)
}

/**
 * Schedules queries of all open orders, spread over `withinMs`, since events may have been missed.
 */
export async function queryAllOrders(tx: Tx, withinMs: number): Promise<void> {
  await sql`
    with open as (
      select id from orders where status = 'CREATE' and incident is null
      order by id for no key update
    )
    update orders o set query_wanted = true, next_at = least(o.next_at, clock_timestamp()
      + make_interval(secs => random() * ${withinMs}::float8 / 1000))
    from open where o.id = open.id`.execute(tx)
}

/** True if the user has open orders whose venue id is not stored yet. */
export async function hasUnnumbered(db: Database['read'], user: UserId): Promise<boolean> {
  const rows = await readRows(db, { unnumbered: 'boolean' })`
    select exists (
      select from orders where user_id = ${user} and status = 'CREATE' and venue_order_id is null
    ) as unnumbered`
  return rows[0]?.unnumbered === true
}

/** Maps those of a pair's venue order ids that are ours to our order numbers. */
export async function findOrderNos(
  db: Reader,
  pairId: PairId,
  venueOrderIds: readonly string[],
): Promise<ReadonlyMap<string, OrderNo>> {
  if (venueOrderIds.length === 0) return new Map()
  const rows = await readRows(db, { venueOrderId: 'text', orderNo: 'orderNo' })`
    select venue_order_id as "venueOrderId", order_no as "orderNo" from orders
    where pair_id = ${pairId} and venue_order_id = any(${venueOrderIds})`
  return new Map(rows.map(({ venueOrderId, orderNo }) => [venueOrderId, orderNo]))
}
