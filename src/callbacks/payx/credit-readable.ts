import type { Tx } from '../../database/database.ts'
import { creditDeposits } from '../../features/transfers/credit-deposits.ts'
import type { Charged } from '../../features/transfers/paid-in.rules.ts'
import { enqueueAll } from '../../outbox/enqueue.ts'
import type { Notice } from '../../outbox/notices.ts'

/** A payment whose amount says nothing that could be booked. */
export type Unreadable = Readonly<{ payment: string; sent: string; account: string }>

/** Credits payments, and reports those whose amount can't be read; answers what became of each. */
export async function creditReadable(
  tx: Tx,
  payments: readonly (Charged | Unreadable)[],
): Promise<readonly string[]> {
  const readable = payments.filter((payment) => 'owner' in payment)
  const outcomes = (await creditDeposits(tx, readable)).values()
  const alerts = payments.flatMap((payment) => ('owner' in payment ? [] : [alertOf(payment)]))
  await enqueueAll(tx, alerts)
  return payments.map((payment) =>
    'owner' in payment ? (outcomes.next().value ?? 'repeated') : 'unreadable-amount',
  )
}

const alertOf = ({ payment, sent, account }: Unreadable): Notice => ({
  to: 'operator',
  kind: 'deposit-unreadable-amount',
  key: `unreadable-amount:payx:${payment}:${sent}`,
  severity: 'critical',
  subject: 'payx reported a payment whose amount can not be read',
  data: { payment, sent, account },
})
