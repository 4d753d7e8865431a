import { chunks } from '../../../../base/chunks.ts'
import { limits } from '../../../../base/limits.ts'
import type { Tx } from '../../../../database/database.ts'
import { enqueueAll, enqueueJob } from '../../../../outbox/enqueue.ts'
import { readFlag } from '../../../../reference/settings.sql.ts'
import { bookPaydPayments } from './book-payments.ts'
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
 * Takes what payd told of payments. Whether one was paid is not among what payd signs, so its own
 * books are asked before anything is credited, by a job that follows this transaction. Where the
 * setting says that a word is enough, what has its order is credited at once.
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
  const asking = await ask(
    tx,
    usable.filter((payment) => !booked.has(payment)),
  )
  const unusable = payments.filter(({ merchantOrderId }) => !isOrderId(merchantOrderId))
  enqueueAll(tx, unusable.map(forgedAlert))
  return payments.map((payment) => {
    if (!isOrderId(payment.merchantOrderId)) return 'no-order-id'
    return booked.get(payment) ?? (asking.has(paymentKey(payment)) ? 'reported' : 'repeated')
  })
}

/**
 * Takes what payd tells once more, word for word, of payments that were not found paid: its books
 * may say otherwise by now. What is still asked about, or booked, is left as it is.
 */
export async function reportEndedAgain(tx: Tx, payments: readonly PaydPayment[]): Promise<void> {
  const ended = await findUnpaidReports(tx, payments)
  const again = payments.filter((payment) => ended.has(paymentKey(payment)))
  if (again.length > 0) await reportPaydPayments(tx, again)
}

const forgedAlert = ({ merchantOrderId, amount }: PaydPayment) =>
  unusableAlert({ order: merchantOrderId, amount: `${amount.units} units` })

/** Those that can be decided at once: an inquiry being answered has its order in a moment. */
async function withOrder(
  tx: Tx,
  payments: readonly PaydPayment[],
): Promise<readonly PaydPayment[]> {
  const ids = payments.map(({ merchantOrderId }) => merchantOrderId)
  const orders = await lockPaydOrders(tx, ids)
  return payments.filter(({ merchantOrderId: id }) => orders.has(id) || !mayYetAppear(id))
}

/** Records what was told and has payd asked about it; answers the keys of what is asked about. */
async function ask(tx: Tx, payments: readonly PaydPayment[]): Promise<ReadonlySet<string>> {
  const distinct = new Map(payments.map((payment) => [paymentKey(payment), payment]))
  const asking = await recordReports(tx, [...distinct.values()])
  const items = [...distinct]
    .filter(([key]) => asking.has(key))
    .map(([, { merchantOrderId, amount }]) => ({
      merchantOrderId,
      units: amount.units.toString(),
    }))
  for (const some of chunks(items, limits.payd.askItems)) {
    enqueueJob(tx, 'confirm-payments', some)
  }
  return asking
}
