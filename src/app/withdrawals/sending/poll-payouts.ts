import type { Context } from '../../../context.ts'
import { asLeader } from '../../../core/database/cluster/leader.ts'
import { pollEach } from '../../transfers/poll-each.ts'
import { pollingLimits } from '../../transfers/polling-limits.ts'
import { claimPaidOut } from '../model/payouts.sql.ts'
import { settleWithdrawals } from '../model/settle-withdrawals.ts'
import type { SendContext } from './sender.ts'
import { senders } from './senders.ts'

type PayoutPollContext = SendContext & Pick<Context, 'leadership'>

/**
 * Polls payx about completed payouts: banks return some days later, and the callback may be lost.
 * Returns the number of payouts polled.
 */
export const pollPayouts = (ctx: PayoutPollContext): Promise<number> =>
  pollEach(ctx, {
    claim: () => claimPaidOut(ctx.db, pollingLimits.items),
    ask: async (sent, epoch) => {
      const found = await senders.CASH.ask(ctx, sent)
      if (found.kind !== 'found' || found.report.stage === 'succeeded') return
      await asLeader(ctx.db, epoch, async (tx) => {
        await settleWithdrawals(tx, [found.report])
      })
    },
  })
