import type { Context } from '../../../context.ts'
import { asLeader } from '../../../core/database/cluster/leader.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import { readFlag } from '../../../core/reference/settings.sql.ts'
import { pollEach } from '../../transfers/poll-each.ts'
import { pollingLimits } from '../../transfers/polling-limits.ts'
import { insertSuspense } from '../suspense.sql.ts'
import { bookOrderPayments } from './book-payments.ts'
import { claimPaydOrders } from './payd-orders.sql.ts'
import { parseRupiah } from './payd-payment.rules.ts'
import { unusablePayment } from './unusable-payment.ts'

type PaydPollContext = Pick<Context, 'db' | 'leadership' | 'log' | 'payd'>

/**
 * Polls payd about orders without a reported payment, and credits paid ones like confirmed reports;
 * one with an unreadable amount waits in suspense. Does nothing if the setting disables
 * confirmation. Returns the number of orders polled.
 */
export async function pollPaydOrders(ctx: PaydPollContext): Promise<number> {
  const { db, payd } = ctx
  if (!(await readFlag(db.read, 'payd.confirm_status'))) return 0
  return pollEach(ctx, {
    claim: () => claimPaydOrders(db, pollingLimits.items),
    ask: async (ref, epoch) => {
      const answer = await payd.transactionStatus(ref)
      if (answer.kind !== 'accepted' || answer.value.status !== 'paid') return
      const { amount: amountText, reference } = answer.value
      const amount = parseRupiah(amountText)
      await asLeader(db, epoch, async (tx) => {
        if (amount === null) {
          const { suspended, alert } = unusablePayment('unreadable-amount', ref, amountText)
          await insertSuspense(tx, [suspended])
          enqueueAll(tx, [alert])
          return
        }
        const facts = { ref, account: '', amount, reference, publisherOrderId: null }
        await bookOrderPayments(tx, [{ method: 'ORDER', ...facts }])
      })
    },
  })
}
