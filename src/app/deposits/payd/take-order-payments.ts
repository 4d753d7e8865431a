import type { Tx } from '../../../core/database/database.ts'
import { readFlag } from '../../../core/reference/settings.sql.ts'
import type { OrderPayment } from '../payment-report.rules.ts'
import { takePayments } from '../take-payments.ts'
import { bookOrderPayments } from './book-payments.ts'
import { lockPaydOrders } from './payd-orders.sql.ts'
import { mayYetAppear } from './payd-payment.rules.ts'

/**
 * Handles payments that payd reports. payd's signature does not cover the paid status, so they are
 * only recorded, and a job asks payd. If the setting disables confirmation, they are booked in this
 * transaction, except those that must wait for an inquiry's order.
 */
export async function takeOrderPayments(
  tx: Tx,
  payments: readonly OrderPayment[],
): Promise<readonly string[]> {
  const mustAsk = await readFlag(tx, 'payd.confirm_status')
  const ids = payments.map(({ ref }) => ref)
  const orders = mustAsk ? null : await lockPaydOrders(tx, ids)
  return takePayments(tx, payments, {
    isBelieved: ({ ref }) => orders !== null && (orders.has(ref) || !mayYetAppear(ref)),
    book: bookOrderPayments,
  })
}
