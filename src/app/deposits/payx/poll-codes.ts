import type { Context } from '../../../context.ts'
import { asLeader } from '../../../core/database/cluster/leader.ts'
import { pollEach } from '../../transfers/poll-each.ts'
import { pollingLimits } from '../../transfers/polling-limits.ts'
import { creditScanned } from './credit-scanned.ts'
import { claimQrisCodes } from './qris-codes.sql.ts'
import { scannedPayment } from './qris-payment.rules.ts'

type PayxPollContext = Pick<Context, 'db' | 'leadership' | 'log' | 'payx'>

/**
 * Polls payx about unpaid QR codes, so that a lost callback loses no deposit. Payments found this
 * way are credited like reported ones. Returns the number of codes polled.
 */
export const pollQrCodes = (ctx: PayxPollContext): Promise<number> =>
  pollEach(ctx, {
    claim: () => claimQrisCodes(ctx.db, pollingLimits.items),
    ask: async (code, epoch) => {
      const answer = await ctx.payx.findQrPayments(code)
      if (answer.kind !== 'accepted') return
      const payments = answer.value.flatMap((found) => {
        if (found.stage !== 'paid') return []
        const payment = scannedPayment(found)
        if (payment !== null) return [payment]
        ctx.log.error({ payment: found.id, code }, 'payx lists a payment with an unreadable amount')
        return []
      })
      if (payments.length === 0) return
      await asLeader(ctx.db, epoch, async (tx) => {
        await creditScanned(tx, payments)
      })
    },
  })
