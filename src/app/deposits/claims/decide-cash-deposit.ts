import { refuse } from '../../../base/refusal.ts'
import {
  compare,
  formatMoney,
  idr,
  isPositive,
  isWhole,
  type Money,
  whole,
  zero,
} from '../../../base/values/money.ts'
import { shownMoney } from '../../../base/values/shown-amount.ts'
import type { Tx } from '../../../core/database/database.ts'
import { available, house } from '../../../core/ledger/accounts.ts'
import { postAll } from '../../../core/ledger/post.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import type { OperatorNotice, UserNotice } from '../../../core/outbox/notices.ts'
import { cashDepositLimits } from '../deposit-limits.ts'
import { supplyHeadroom } from '../supply-headroom.ts'
import { endClaim, lockClaim, type ManualDeposit } from './manual-deposits.sql.ts'

export type CashDecision =
  /** `amount` is what our bank received; if omitted, the claimed amount. */
  | Readonly<{ kind: 'approve'; amount?: Money; reason?: string }>
  | Readonly<{ kind: 'reject'; reason: string }>

/**
 * Completes or rejects a claimed transfer. The row is updated before the posting, and the posting's
 * key is the deposit's, so it happens once. Refuses if the claim is unknown or already decided, or
 * if the credit would exceed the supply cap.
 */
export async function decideCashDeposit(
  tx: Tx,
  id: number,
  decision: CashDecision,
): Promise<ManualDeposit> {
  const claim = await lockClaim(tx, id)
  if (claim === null) return refuse('api.cash_deposit_not_found')
  if (decision.kind === 'reject') {
    const { reason } = decision
    if (!(await endClaim(tx, id, { status: 'REJECTED', reason }))) refuse('api.already_decided')
    enqueueAll(tx, [noticeOf(claim, 'deposit-rejected', claim.amount, zero(claim.amount.asset))])
    return { ...claim, status: 'REJECTED' }
  }
  const amount = decision.amount ?? claim.amount
  if (!isPositive(amount) || !isWhole(amount)) throw new RangeError('no amount to credit')
  const reason = decision.reason ?? null
  if (!(await endClaim(tx, id, { status: 'COMPLETED', amount, reason }))) {
    return refuse('api.already_decided')
  }
  if ((await supplyHeadroom(tx, amount)) < amount.units) return refuse('api.supply_cap_reached')
  const moves = [{ from: house('bank'), to: available(claim.user), amount }]
  await postAll(tx, [{ key: keyOf(claim), action: 'DEPOSIT', moves }])
  enqueueAll(tx, [noticeOf(claim, 'deposit-completed', amount, amount), ...alertsOf(claim, amount)])
  return { ...claim, status: 'COMPLETED', amount }
}

const keyOf = ({ ref }: ManualDeposit): string => `deposit:manual:${ref}`

const veryLarge = whole(idr, cashDepositLimits.veryLargeRupiah)

/** Alerts operators of a very large credit. */
const alertsOf = (claim: ManualDeposit, amount: Money): readonly OperatorNotice[] =>
  compare(amount, veryLarge) < 0
    ? []
    : [
        {
          to: 'operator',
          kind: 'large-deposit-credited',
          key: `large-deposit-credited:${claim.id}`,
          severity: 'critical',
          subject: `A reported deposit of ${shownMoney(amount)} was credited`,
          data: {
            depositId: String(claim.id),
            userId: String(claim.user),
            amount: shownMoney(amount),
            reference: `manual:${claim.ref}`,
          },
        },
      ]

const noticeOf = (
  claim: ManualDeposit,
  kind: 'deposit-completed' | 'deposit-rejected',
  amount: Money,
  credited: Money,
): UserNotice => ({
  to: 'user',
  kind,
  key: keyOf(claim),
  user: claim.user,
  report: null,
  data: {
    symbol: amount.asset.symbol,
    amount: formatMoney(amount),
    fee: formatMoney(zero(amount.asset)),
    credited: formatMoney(credited),
    reference: `manual:${claim.ref}`,
  },
})
