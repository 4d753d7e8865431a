import { sql } from 'kysely'
import type { UserId } from '../../../base/values/ids.ts'
import { idr, type Money, money } from '../../../base/values/money.ts'
import type { Database, Tx } from '../../../core/database/database.ts'
import { deleteInSteps } from '../../../core/database/driver/delete-in-steps.sql.ts'
import {
  columnsOf,
  oneOfTexts,
  type RowOf,
  readRows,
} from '../../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../../core/database/driver/rows.ts'
import { firstPoll, nextPoll } from '../../transfers/polling.sql.ts'
import { pollingLimits } from '../../transfers/polling-limits.ts'
import type { OrderPayment } from '../payment-report.rules.ts'
import { paydLimits } from './payd-limits.ts'
import type { PaydOrder } from './payd-payment.rules.ts'

/** Stores an order before payd is called. */
export async function insertPaydOrder(
  tx: Tx,
  order: Readonly<{ merchantOrderId: string; user: UserId; amount: Money; paymentMethod: string }>,
): Promise<void> {
  await tx
    .insertInto('payd_orders')
    .values({
      merchant_order_id: order.merchantOrderId,
      user_id: order.user,
      kind: 'ORDER',
      amount: order.amount.units.toString(),
      payment_method: order.paymentMethod,
      status: 'REQUESTED',
      poll_at: firstPoll(pollingLimits.payd),
    })
    .execute()
}

/** Stores payd's response to an order. An order paid in the meantime stays paid. */
export async function writeAnswer(
  tx: Tx,
  merchantOrderId: string,
  answer: Readonly<
    | { status: 'FAILED' }
    | { status: 'OPEN'; reference: string; paymentUrl: string; vaNumber: string | null }
  >,
): Promise<void> {
  const opened =
    answer.status === 'OPEN'
      ? { reference: answer.reference, payment_url: answer.paymentUrl, va_no: answer.vaNumber }
      : {}
  await tx
    .updateTable('payd_orders')
    .set({ ...opened, status: answer.status, updated_at: sql<Date>`now()` })
    .where('merchant_order_id', '=', merchantOrderId)
    .where('status', '=', 'REQUESTED')
    .execute()
}

/**
 * Stores an inquiry and returns its owner and status; a repeated inquiry finds its existing row.
 */
export async function keepInquiry(
  db: Pick<Database, 'inTransaction'>,
  inquiry: Readonly<{ merchantOrderId: string; user: UserId; vaNo: string }>,
): Promise<Readonly<{ user: UserId; status: string }>> {
  return db.inTransaction(async (tx) => {
    await tx
      .insertInto('payd_orders')
      .values({
        merchant_order_id: inquiry.merchantOrderId,
        user_id: inquiry.user,
        kind: 'VA',
        va_no: inquiry.vaNo,
        status: 'OPEN',
        poll_at: firstPoll(pollingLimits.payd),
      })
      .onConflict((conflict) => conflict.column('merchant_order_id').doNothing())
      .execute()
    const row = await tx
      .selectFrom('payd_orders')
      .where('merchant_order_id', '=', inquiry.merchantOrderId)
      .select(['user_id as user', 'status'])
      .executeTakeFirstOrThrow()
    return { user: row.user, status: row.status }
  })
}

const { looking } = paydLimits

const orderColumns = columnsOf({
  merchantOrderId: 'text',
  user: 'userId',
  kind: oneOfTexts('ORDER', 'VA'),
  units: 'units?',
  vaNo: 'text?',
  status: oneOfTexts('REQUESTED', 'OPEN', 'PAID', 'FAILED'),
})
type OrderRow = RowOf<typeof orderColumns>

const selected = sql`
  select merchant_order_id as "merchantOrderId", user_id as "user", kind, amount as units,
    va_no as "vaNo", status from payd_orders`

const orderOf = ({ units, user, ...row }: OrderRow): PaydOrder => ({
  ...row,
  user,
  amount: units === null ? null : money(idr, units),
})

const byId = (rows: readonly OrderRow[]): ReadonlyMap<string, PaydOrder> =>
  new Map(rows.map((row) => [row.merchantOrderId, orderOf(row)]))

export async function findPaydOrders(
  db: Database['read'],
  ids: readonly string[],
): Promise<ReadonlyMap<string, PaydOrder>> {
  const found = await readRows(db, orderColumns)`${selected} where merchant_order_id = any(${ids})`
  return byId(found)
}

/** Returns the orders of these ids, locked until the transaction ends. */
export async function lockPaydOrders(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PaydOrder>> {
  const found = await readRows(tx, orderColumns)`
    ${selected} where merchant_order_id = any(${ids})
    order by merchant_order_id for update`
  return byId(found)
}

/** Marks orders as paid, so that no second payment of one is credited. */
export async function markPaid(tx: Tx, payments: readonly OrderPayment[]): Promise<void> {
  if (payments.length === 0) return
  const paid = rowsOf(
    payments.map(({ ref, reference, publisherOrderId }) => ({
      id: ref,
      reference,
      publisher: publisherOrderId,
    })),
    { id: 'text', reference: 'text', publisher: 'text' },
  )
  await sql`
    update payd_orders o set status = 'PAID', updated_at = now(),
      reference = coalesce(t.reference, o.reference),
      publisher_order_id = coalesce(t.publisher, o.publisher_order_id)
    from ${paid} where o.merchant_order_id = t.id and o.status <> 'PAID'`.execute(tx)
}

/** Makes the next poll of every unpaid order due, unless all its polls were made. */
export async function pollPaydOrdersNow(tx: Tx): Promise<void> {
  await sql`
    update payd_orders set poll_at = now() where status = 'OPEN' and poll_at > now()`.execute(tx)
}

export const hasOpenPaydOrders = sql<boolean>`
  exists (select from payd_orders where status = 'OPEN')`

/**
 * Claims unpaid orders whose next poll is due, and schedules the poll after it. Those whose user
 * looks at them are claimed often, but a bounded number of times.
 */
export async function claimPaydOrders(
  db: Pick<Database, 'read'>,
  most: number,
): Promise<readonly string[]> {
  const rows = await readRows(db.read, { id: 'text' })`
    with due as (
      select merchant_order_id as id from payd_orders
      where status = 'OPEN' and poll_at <= statement_timestamp()
      order by poll_at limit ${most} for update skip locked
    ), looked as (
      select o.merchant_order_id as id from payd_orders o join deposit_looks l using (user_id)
      where l.looked_at > now() - make_interval(secs => ${looking.lookSeconds})
        and o.status = 'OPEN' and o.looks < ${looking.tries}
        and o.created_at > now() - make_interval(mins => ${paydLimits.orderMinutes})
        and o.created_at <= now() - make_interval(secs => ${looking.firstSeconds})
        and coalesce(o.polled_at, '-infinity')
          <= now() - make_interval(secs => ${looking.everySeconds})
      order by o.polled_at nulls first limit ${most} for update of o skip locked
    ), claimed as (
      select id, bool_or(scheduled) as scheduled from (
        select id, true as scheduled from due union all select id, false from looked
      ) each group by id
    )
    update payd_orders o set
      polls = polls + c.scheduled::integer, looks = looks + 1 - c.scheduled::integer,
      poll_at = case when c.scheduled then ${nextPoll(pollingLimits.payd)} else poll_at end,
      polled_at = now()
    from claimed c where o.merchant_order_id = c.id returning c.id`
  return rows.map(({ id }) => id)
}

/** Deletes old unpaid inquiries about fixed numbers that no report refers to. */
export const deleteUnpaidInquiries = (db: Pick<Database, 'read'>): Promise<number> =>
  deleteInSteps(
    db,
    'payd_orders',
    sql`kind = 'VA' and status = 'OPEN'
      and created_at < now() - make_interval(days => ${paydLimits.inquiryKeptDays})
      and not exists (
        select from payment_reports r where r.provider_ref = payd_orders.merchant_order_id)`,
  )
