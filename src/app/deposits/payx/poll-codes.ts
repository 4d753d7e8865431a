import type { Context } from '../../../context.ts'
import { asLeader } from '../../../core/database/cluster/leader.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import { pollEach } from '../../transfers/poll-each.ts'
import { pollingLimits } from '../../transfers/polling-limits.ts'
import { insertSuspense } from '../suspense.sql.ts'
import { creditScanned } from './credit-scanned.ts'
import { claimQrisCodes } from './qris-codes.sql.ts'
import { scannedPayment } from './qris-payment.rules.ts'
import { unreadableAmount } from './unreadable-amount.ts'

type PayxPollContext = Pick<Context, 'db' | 'leadership' | 'log' | 'payx'>

/**
 * Polls payx about unpaid QR codes, so that a lost callback loses no deposit. Payments found this
 * way are credited like reported ones, or wait in suspense. Returns the number of codes polled.
 */
export const pollQrCodes = (ctx: PayxPollContext): Promise<number> =>
  pollEach(ctx, {
    claim: () => claimQrisCodes(ctx.db, pollingLimits.items),
    ask: async (code, epoch) => {
      const answer = await ctx.payx.findQrPayments(code)
      if (answer.kind !== 'accepted') return
      const paid = answer.value.filter(({ stage }) => stage === 'paid')
      if (paid.length === 0) return
      const unreadable = paid
        .filter((found) => scannedPayment(found) === null)
        .map(({ id: payment, amount: sent }) =>
          unreadableAmount('QRIS', { payment, sent, account: code }),
        )
      await asLeader(ctx.db, epoch, async (tx) => {
        await creditScanned(
          tx,
          paid.flatMap((found) => scannedPayment(found) ?? []),
        )
        await insertSuspense(
          tx,
          unreadable.map(({ suspended }) => suspended),
        )
        enqueueAll(
          tx,
          unreadable.map(({ alert }) => alert),
        )
      })
    },
  })
