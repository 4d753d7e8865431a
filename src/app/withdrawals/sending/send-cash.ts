import type { RequestId } from '../../../base/values/ids.ts'
import type { Payout } from '../../../providers/payx/payouts.ts'
import { definiteRefusals } from '../../../providers/payx/payouts.ts'
import type { Withdrawal, WithdrawalReport } from '../model/withdrawal.rules.ts'
import { reportOfPayout } from './payout-report.rules.ts'
import type { Sender, SentLookup } from './sender.ts'

/**
 * Sends rupiah through payx, which pays once per key of ours. How long it remembers a key is
 * unknown, so a payout that it accepted and then does not find is left to an operator.
 */
export const cashSender: Sender = {
  neverTwice: false,
  send: async ({ payx, log }, withdrawal) => {
    const { requestId, user, sent, destination: to } = withdrawal
    if (to.kind !== 'CASH') throw new RangeError(`${requestId} is not a rupiah withdrawal`)
    const answer = await payx.payOut({
      requestId,
      user,
      channelCode: to.channelCode,
      accountHolder: to.accountHolder,
      accountNumber: to.accountNumber,
      amount: sent,
    })
    if (answer.kind === 'accepted') return reportOfPayout(requestId, answer.value)
    if (answer.kind === 'unknown') return null
    const { code, message } = answer
    if (definiteRefusals.has(code)) return refusedBy(withdrawal, code, message)
    // An error of our key, permissions or id does not prove that nothing was paid out.
    log.error({ withdrawal: requestId, code }, 'payx rejected a payout')
    return null
  },
  ask: async ({ payx, log }, { requestId, providerId }): Promise<SentLookup> => {
    if (providerId !== null) {
      const answer = await payx.findPayout(providerId)
      return answer.kind === 'accepted' ? foundAs(requestId, answer.value) : { kind: 'unknown' }
    }
    const answer = await payx.findPayouts(requestId)
    if (answer.kind !== 'accepted') return { kind: 'unknown' }
    const [payout, ...others] = answer.value
    if (payout === undefined) return { kind: 'absent' }
    if (others.length === 0) return foundAs(requestId, payout)
    log.error({ withdrawal: requestId }, 'payx has several payouts for one withdrawal')
    return { kind: 'unknown' }
  },
}

function foundAs(requestId: RequestId, payout: Payout): SentLookup {
  const report = reportOfPayout(requestId, payout)
  return report === null ? { kind: 'unknown' } : { kind: 'found', report }
}

const refusedBy = ({ requestId }: Withdrawal, code: string, message: string): WithdrawalReport => ({
  kind: 'CASH',
  requestId,
  stage: 'failed',
  providerId: null,
  providerStatus: code,
  sentText: null,
  txHash: null,
  reason: `${code} ${message}`.trim(),
  networkFee: null,
})
