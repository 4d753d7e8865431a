import { sql } from 'kysely'
import type { UserId } from '../../../base/values/ids.ts'
import { idr, type Money, money } from '../../../base/values/money.ts'
import type { Database, Reader, Tx } from '../../../core/database/database.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../../core/database/driver/rows.ts'
import { inMs } from '../../../core/database/driver/times.sql.ts'
import { nextPoll } from '../../transfers/polling.sql.ts'
import { pollingLimits } from '../../transfers/polling-limits.ts'
import { refundSource } from '../suspended.rules.ts'

const { tries } = pollingLimits.refunds
/** When the last look-up is repeated if its process ended before it was recorded. */
const lastAgainMs = 60_000

/** Stores refunds that an event or payx's list names, and begins to look them up again. */
export async function recordRefunds(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const refunds = rowsOf(
    ids.map((id) => ({ id })),
    { id: 'text' },
  )
  await sql`
    insert into payx_refunds (refund_id) select distinct t.id from ${refunds}
    on conflict (refund_id) do update set polls = 0, poll_at = now(), state = 'REPORTED'
    where payx_refunds.state <> 'OPEN'
      and (payx_refunds.poll_at is null or payx_refunds.polls >= ${tries})`.execute(tx)
}

export type DueRefund = Readonly<{ id: string; isFirst: boolean; isLast: boolean }>

/** Claims refunds to look up at payx, and schedules the next time; `endLookUps` ends the last. */
export const claimRefunds = (
  db: Pick<Database, 'read'>,
  most: number,
): Promise<readonly DueRefund[]> =>
  readRows(db.read, { id: 'text', isFirst: 'boolean', isLast: 'boolean' })`
    with due as (
      select refund_id from payx_refunds
      where state = 'REPORTED' and poll_at <= statement_timestamp()
      order by poll_at limit ${most} for update skip locked
    )
    update payx_refunds r set polls = polls + 1,
      poll_at = coalesce(${nextPoll(pollingLimits.refunds)}, ${inMs(lastAgainMs)})
    from due where r.refund_id = due.refund_id
    returning r.refund_id as id, r.polls = 1 as "isFirst", r.polls >= ${tries} as "isLast"`

/** Ends the look-ups of a refund without a result, unless an event began them again. */
export async function endLookUps(tx: Tx, id: string): Promise<void> {
  await sql`
    update payx_refunds set poll_at = null
    where refund_id = ${id} and polls >= ${tries}`.execute(tx)
}

/** Ends the look-ups of a refund; returns false if another transaction did. */
export async function endRefund(tx: Tx, id: string, state: 'OPEN' | 'REFUSED'): Promise<boolean> {
  const ended = await tx
    .updateTable('payx_refunds')
    .set({ state, poll_at: null, updated_at: sql<Date>`now()` })
    .where('refund_id', '=', id)
    .where('state', '=', 'REPORTED')
    .returning('refund_id')
    .execute()
  return ended.length > 0
}

/** A payment of payx as we recorded it; without a user it is or was in suspense. */
export type RefundedPayment = Readonly<{ user: UserId | null; amount: Money; fee: Money }>

export async function findRefundedPayment(
  db: Reader,
  paymentId: string,
): Promise<RefundedPayment | null> {
  const rows = await readRows(db, { user: 'userId?', amount: 'units', fee: 'units' })`
    select user_id as "user", amount, fee from cash_deposits
    where provider = 'payx' and provider_ref = ${paymentId}`
  const [row] = rows
  if (row === undefined) return null
  return { user: row.user, amount: money(idr, row.amount), fee: money(idr, row.fee) }
}

/** What stands in suspense of a payment's refunds; locks them until the transaction ends. */
export async function lockSuspendedRefunds(
  tx: Tx,
  paymentId: string,
): Promise<Readonly<{ sum: Money; isUndone: boolean }>> {
  // A payment that is not in our books has no row to lock.
  const name = `payx-refunds:${paymentId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  const [known] = await readRows(tx, { sum: 'units', isUndone: 'boolean' })`
    select coalesce(sum(units), 0) as sum,
      coalesce(bool_or(data->>'undone' is not null), false) as "isUndone"
    from suspense_items
    where source = ${refundSource} and data->>'payment' = ${paymentId}`
  return { sum: money(idr, known?.sum ?? 0n), isUndone: known?.isUndone ?? false }
}

/** A credited payment, and what operators have booked of its refunds, as charged or as returned. */
export type RefundsOfPayment = RefundedPayment & Readonly<{ charged: Money; returned: Money }>

/** Reads a payment with its booked refunds, locked until the transaction ends. */
export async function lockRefundedPayment(
  tx: Tx,
  paymentId: string,
): Promise<RefundsOfPayment | null> {
  await sql`
    select from cash_deposits
    where provider = 'payx' and provider_ref = ${paymentId} for update`.execute(tx)
  const payment = await findRefundedPayment(tx, paymentId)
  if (payment === null) return null
  const [sums] = await readRows(tx, { charged: 'units', returned: 'units' })`
    select coalesce(sum(units) filter (where state = 'assigned'), 0) as charged,
      coalesce(sum(units) filter (where state = 'returned'), 0) as returned
    from suspense_items
    where source = ${refundSource} and data->>'payment' = ${paymentId}`
  const { charged = 0n, returned = 0n } = sums ?? {}
  return { ...payment, charged: money(idr, charged), returned: money(idr, returned) }
}
