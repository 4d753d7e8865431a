import { chunks } from '../../../base/values/chunks.ts'
import type { Tx } from '../../../core/database/database.ts'
import { enqueueAll, enqueueJob } from '../../../core/outbox/enqueue.ts'
import { readFlag } from '../../../core/reference/settings.sql.ts'
import { bookPaydPayments } from './book-payments.ts'
import { paydLimits } from './payd-limits.ts'
import { lockPaydOrders } from './payd-orders.sql.ts'
import {
  isOrderId,
  mayYetAppear,
  type PaydPayment,
  paymentKey,
  unusableAlert,
} from './payd-payment.rules.ts'
import { findUnpaidReports, recordReports } from './payd-reports.sql.ts'

/**
 * Handles payments that payd reports. payd's signature does not cover the paid status, so a job
 * asks payd before anything is credited; it is enqueued by this transaction. If the setting
 * disables confirmation, reports that need not wait for an inquiry's order are booked at once.
 */
export async function reportPaydPayments(
  tx: Tx,
  payments: readonly PaydPayment[],
): Promise<readonly string[]> {
  const usable = payments.filter(({ merchantOrderId }) => isOrderId(merchantOrderId))
  const believed = (await readFlag(tx, 'payd.confirm_status')) ? [] : await withOrder(tx, usable)
  const booked = new Map<PaydPayment, string>()
  const outcomes = (await bookPaydPayments(tx, believed)).values()
  for (const payment of believed) booked.set(payment, outcomes.next().value ?? 'repeated')
  const open = await ask(
    tx,
    usable.filter((payment) => !booked.has(payment)),
  )
  const unusable = payments.filter(({ merchantOrderId }) => !isOrderId(merchantOrderId))
  enqueueAll(tx, unusable.map(forgedAlert))
  return payments.map((payment) => {
    if (!isOrderId(payment.merchantOrderId)) return 'no-order-id'
    return booked.get(payment) ?? (open.has(paymentKey(payment)) ? 'reported' : 'repeated')
  })
}

/**
 * Reopens reports that ended without a payment and that payd redelivers unchanged, because its
 * records may differ by now. Reports that are still open or already booked stay as they are.
 */
export async function reportEndedAgain(tx: Tx, payments: readonly PaydPayment[]): Promise<void> {
  const ended = await findUnpaidReports(tx, payments)
  const again = payments.filter((payment) => ended.has(paymentKey(payment)))
  if (again.length > 0) await reportPaydPayments(tx, again)
}

const forgedAlert = ({ merchantOrderId, amount }: PaydPayment) =>
  unusableAlert({ order: merchantOrderId, amount: `${amount.units} units` })

/**
 * Returns the payments that can be decided at once: those with an order, or whose order cannot be
 * one of an inquiry about to commit.
 */
async function withOrder(
  tx: Tx,
  payments: readonly PaydPayment[],
): Promise<readonly PaydPayment[]> {
  const ids = payments.map(({ merchantOrderId }) => merchantOrderId)
  const orders = await lockPaydOrders(tx, ids)
  return payments.filter(({ merchantOrderId: id }) => orders.has(id) || !mayYetAppear(id))
}

/**
 * Records reports and enqueues the jobs that confirm them; returns the keys of those to confirm.
 */
async function ask(tx: Tx, payments: readonly PaydPayment[]): Promise<ReadonlySet<string>> {
  const distinct = new Map(payments.map((payment) => [paymentKey(payment), payment]))
  const open = await recordReports(tx, [...distinct.values()])
  const items = [...distinct]
    .filter(([key]) => open.has(key))
    .map(([, { merchantOrderId, amount }]) => ({
      merchantOrderId,
      units: amount.units.toString(),
    }))
  for (const some of chunks(items, paydLimits.askItems)) {
    enqueueJob(tx, 'confirm-payments', some)
  }
  return open
}
