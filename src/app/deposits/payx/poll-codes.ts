import type { Context } from '../../../context.ts'
import { fence } from '../../../core/database/cluster/leader.ts'
import type { QrPayment } from '../../../providers/payx/qr-codes.ts'
import { pollEach } from '../../transfers/poll-each.ts'
import { pollingLimits } from '../../transfers/polling-limits.ts'
import { creditScanned, type Scanned } from './credit-scanned.ts'
import { paidAmount } from './paid-amount.rules.ts'
import { claimQrisCodes } from './qris-codes.sql.ts'

type PayxPollContext = Pick<Context, 'db' | 'leadership' | 'log' | 'payx'>

/**
 * Polls payx about unpaid QR codes, so that a lost callback loses no deposit. Payments found this
 * way are credited like reported ones. Returns the number of codes polled.
 */
export const pollQrCodes = (ctx: PayxPollContext): Promise<number> =>
  pollEach(ctx, {
    claim: () => claimQrisCodes(ctx.db, pollingLimits.items),
    ask: async (externalId, epoch) => {
      const answer = await ctx.payx.findQrPayments(externalId)
      if (answer.kind !== 'accepted') return
      const paid = answer.value.filter(({ stage }) => stage === 'paid')
      const payments = paid.flatMap((payment) => scannedOf(ctx, payment))
      if (payments.length === 0) return
      await ctx.db.inTransaction(async (tx) => {
        await fence(tx, epoch)
        await creditScanned(tx, payments)
      })
    },
  })

function scannedOf({ log }: Pick<PayxPollContext, 'log'>, payment: QrPayment): readonly Scanned[] {
  const { id: ref, externalId, amount: sent, source, createdAt: paidAt } = payment
  const paid = paidAmount(sent)
  if (paid.kind === 'unreadable') {
    log.error({ payment: ref, code: externalId }, 'payx lists a payment with an unreadable amount')
    return []
  }
  const odd = paid.kind === 'odd' ? paid.reason : null
  return [{ ref, externalId, amount: paid.amount, paidAt, source, sent, odd }]
}
