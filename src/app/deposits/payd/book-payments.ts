import { idr, zero } from '../../../base/values/money.ts'
import type { Tx } from '../../../core/database/database.ts'
import { readRupiah } from '../../../core/reference/settings.sql.ts'
import { type Credited, creditDeposits, isBooked } from '../credit-deposits.ts'
import type { OrderPayment } from '../payment-report.rules.ts'
import { lockPaydOrders, markPaid } from './payd-orders.sql.ts'
import { paidFor } from './payd-payment.rules.ts'

/**
 * Credits payments that payd holds for us, each order once. Payments into a fixed number cost the
 * virtual account fee; orders opened by users are free.
 */
export async function bookOrderPayments(
  tx: Tx,
  payments: readonly OrderPayment[],
): Promise<readonly Credited[]> {
  if (payments.length === 0) return []
  const orders = await lockPaydOrders(
    tx,
    payments.map(({ ref }) => ref),
  )
  const numberFee = await readRupiah(tx, 'deposit.va_fee_idr')
  const charged = payments.map((payment) => {
    const paid = paidFor(payment, orders.get(payment.ref))
    return { ...paid, fee: paid.method === 'VA' ? numberFee : zero(idr) }
  })
  const outcomes = await creditDeposits(tx, charged)
  await markPaid(
    tx,
    payments.filter((_, index) => isBooked(outcomes[index])),
  )
  return outcomes
}
