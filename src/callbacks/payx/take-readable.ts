import type { Tx } from '../../core/database/database.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import type { Notice } from '../../core/outbox/notices.ts'

/** A payment whose amount cannot be booked because it is unreadable. */
export type Unreadable = Readonly<{
  unreadable: Readonly<{ payment: string; sent: string; account: string }>
}>

/**
 * Takes payments, and alerts operators to those with an unreadable amount; returns an outcome for
 * each.
 */
export async function takeReadable<Payment extends object>(
  tx: Tx,
  payments: readonly (Payment | Unreadable)[],
  take: (tx: Tx, payments: readonly Payment[]) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const readable = payments.flatMap((payment) => ('unreadable' in payment ? [] : [payment]))
  const outcomes = (await take(tx, readable)).values()
  const alerts = payments.flatMap((payment) => ('unreadable' in payment ? [alertOf(payment)] : []))
  enqueueAll(tx, alerts)
  return payments.map((payment) =>
    'unreadable' in payment ? 'unreadable-amount' : (outcomes.next().value ?? 'repeated'),
  )
}

const alertOf = ({ unreadable: { payment, sent, account } }: Unreadable): Notice => ({
  to: 'operator',
  kind: 'deposit-unreadable-amount',
  key: `unreadable-amount:payx:${payment}:${sent}`,
  severity: 'critical',
  subject: 'payx reported a payment with an unreadable amount',
  data: { payment, sent, account },
})
