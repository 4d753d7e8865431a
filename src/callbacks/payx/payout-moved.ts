import { z } from 'zod'
import type { PayoutReport } from '../../app/withdrawals/sending/payout-report.rules.ts'
import { settlePayouts } from '../../app/withdrawals/sending/settle-payouts.ts'
import { requestId } from '../../base/values/ids.ts'
import type { Callback } from '../../core/inbox/callback.ts'
import { note, sentWord, wordOrInteger } from '../../platform/http/contracts/callback-contracts.ts'
import { optional, sentNumber } from '../../platform/http/contracts/contracts.ts'
import { payoutStage } from '../../providers/payx/payment-stages.ts'

const name = wordOrInteger({ max: 100 })

/** The payout in `data`; the newer API has its id under another name. */
const PayoutMoved = z.object({
  data: z.object({
    id: optional(name),
    payout_id: optional(name),
    status: sentWord({ max: 60 }),
    amount: optional(sentNumber),
    failure_code: note({ max: 100 }),
    metadata: optional(z.object({ request_id: optional(name), user_id: optional(name) })),
  }),
})

type PayoutMoved = z.output<typeof PayoutMoved>

const idOf = ({ data }: PayoutMoved): string | null => data.id ?? data.payout_id ?? null

/** payx reports the status of a payout; its withdrawal is settled once for each final status. */
export const payoutMoved: Callback<typeof PayoutMoved> = {
  source: 'payx.payout',
  body: PayoutMoved,
  key: (notice) =>
    `${idOf(notice) ?? notice.data.metadata?.request_id ?? ''}:${notice.data.status}`,
  apply: (tx, notices) => settlePayouts(tx, notices.map(reportOf)),
}

const reportOf = (notice: PayoutMoved): PayoutReport => {
  const { status, amount, failure_code: failureCode, metadata } = notice.data
  return {
    requestId: metadata?.request_id === undefined ? null : requestId(metadata.request_id),
    userId: metadata?.user_id ?? null,
    providerId: idOf(notice),
    status,
    stage: payoutStage(status),
    amount: amount ?? null,
    failureCode: failureCode ?? null,
  }
}
