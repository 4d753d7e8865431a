import type { RequestId, UserId } from '../../../base/values/ids.ts'
import { formatMoney, type Money } from '../../../base/values/money.ts'

/** Coins leave through custody, rupiah through payx. */
export type Kind = 'COIN' | 'CASH'

export type Status =
  | 'PENDING_APPROVAL'
  | 'PROCESSING'
  | 'SUBMITTED'
  | 'SUCCESS'
  | 'FAILED'
  | 'REJECTED'

/** The allowed next statuses. A final status has none. */
const followers: { readonly [From in Status]: readonly Status[] } = {
  PENDING_APPROVAL: ['PROCESSING', 'REJECTED'],
  PROCESSING: ['SUBMITTED', 'SUCCESS', 'FAILED'],
  SUBMITTED: ['SUCCESS', 'FAILED'],
  SUCCESS: [],
  FAILED: [],
  REJECTED: [],
}

export const statuses: readonly Status[] = [
  'PENDING_APPROVAL',
  'PROCESSING',
  'SUBMITTED',
  'SUCCESS',
  'FAILED',
  'REJECTED',
]

/** The statuses from which a withdrawal may change to this one; every update is guarded by them. */
export const sourcesOf = (to: Status): readonly Status[] =>
  statuses.filter((from) => followers[from].includes(to))

const mayBecome = (from: Status, to: Status): boolean => followers[from].includes(to)

/** The statuses in which the money is still frozen. */
export const openStatuses = statuses.filter((status) => followers[status].length > 0)

export type CoinDestination = Readonly<{
  kind: 'COIN'
  network: string
  /** In normalized spelling. */
  address: string
  tag: string | null
}>

/** The bank account as it was when the withdrawal was requested. */
export type CashDestination = Readonly<{
  kind: 'CASH'
  bankAccountId: number
  channelCode: string
  bankName: string
  accountNumber: string
  accountHolder: string
}>

export type Destination = CoinDestination | CashDestination

export type Withdrawal = Readonly<{
  id: number
  /** Our id and the provider's idempotency key: one withdrawal is sent once under it. */
  requestId: RequestId
  user: UserId
  /** The requested amount. For coins the fee is included, for rupiah it is added. */
  amount: Money
  fee: Money
  /** What leaves the balance, and what the recipient is sent. */
  held: Money
  sent: Money
  destination: Destination
  /** In rupiah, by the prices at the time of the request. */
  worth: Money
  status: Status
  /** How many operators must approve it. */
  needed: number
  providerId: string | null
  /** Whether the bank returned it, before or after we recorded a success. */
  reversed: boolean
  incident: string | null
  /** The Jakarta day whose limit it counts towards. */
  day: string
  /** The number of attempts at the provider. */
  attempts: number
}>

/** The ids to ask a provider by: its own if known, or ours. */
export type Sent = Pick<Withdrawal, 'requestId' | 'providerId'>

/** A provider's report of a withdrawal, from a callback or from polling. */
export type WithdrawalReport = Readonly<{
  kind: Kind
  requestId: RequestId
  /** `dropped`: it was not mined, but a transaction that replaces it may have been. */
  stage: 'pending' | 'succeeded' | 'failed' | 'dropped' | 'reversed'
  /** The provider's own id; null if it has none. */
  providerId: string | null
  providerStatus: string
  /** What the provider reports it sends, as text of `sentTextOf`; null if it reports nothing. */
  sentText: string | null
  txHash: string | null
  /** Custody's id of the transaction that replaces the one we sent. */
  replacedBy?: string
  /** Why it failed, as the provider words it. */
  reason: string | null
  /** Whether it failed because the house holds too little at the provider. */
  isUnfunded?: boolean
  /** Our cost of the transfer; null if the provider does not report it. */
  networkFee: Money | null
}>

/** Words amount, asset and network, so that equal transfers have equal texts. */
export const sentTextOf = (amount: Money, network: string | null): string =>
  `${formatMoney(amount)} ${amount.asset.symbol}${network === null ? '' : ` on ${network}`}`

const sentTextOfOwn = ({ sent, destination }: Withdrawal): string =>
  sentTextOf(sent, destination.kind === 'COIN' ? destination.network : null)

/** The effect of a report; `contradiction` moves no money and is left to an operator. */
export type WithdrawalStep =
  | Readonly<{ kind: 'submitted' | 'succeeded' | 'failed' | 'reversed' | 'repeated' }>
  | Readonly<{ kind: 'contradiction'; why: string; isPaidTwice: boolean }>

const repeated: WithdrawalStep = { kind: 'repeated' }
const contradiction = (why: string): WithdrawalStep => ({
  kind: 'contradiction',
  why,
  isPaidTwice: false,
})

/**
 * Decides the effect of one report. The first final state counts; of later reports only the return
 * of a completed payout moves money, and a report of another transfer moves none.
 */
export function stepOf(withdrawal: Withdrawal, report: WithdrawalReport): WithdrawalStep {
  const { status, providerId } = withdrawal
  if (report.providerId !== null && providerId !== null && report.providerId !== providerId) {
    return contradiction('the provider reports another transfer under our id')
  }
  const sends = report.stage === 'pending' || report.stage === 'succeeded'
  if (sends && report.sentText !== null && report.sentText !== sentTextOfOwn(withdrawal)) {
    return contradiction(`the provider sends ${report.sentText}, not what we requested`)
  }
  if (status === 'PENDING_APPROVAL') {
    return contradiction('the provider reports a withdrawal that is not approved')
  }
  switch (report.stage) {
    case 'pending':
    case 'dropped':
      return mayBecome(status, 'SUBMITTED') ? { kind: 'submitted' } : repeated
    case 'succeeded':
      return succeeded(withdrawal)
    case 'failed':
      return failed(withdrawal)
    case 'reversed':
      return reversed(withdrawal)
    default:
      return report.stage satisfies never
  }
}

function succeeded({ status, reversed: isReversed }: Withdrawal): WithdrawalStep {
  if (mayBecome(status, 'SUCCESS')) return { kind: 'succeeded' }
  // The success of a returned payout may be reported after its return.
  if (status === 'SUCCESS' || isReversed) return repeated
  // The user was refunded, and the money was sent as well.
  return { kind: 'contradiction', why: 'completed after it had failed unsent', isPaidTwice: true }
}

function failed({ status, reversed: isReversed }: Withdrawal): WithdrawalStep {
  if (mayBecome(status, 'FAILED')) return { kind: 'failed' }
  const sent = status === 'SUCCESS' && !isReversed
  return sent ? contradiction('failed after it was completed') : repeated
}

function reversed({ status, reversed: isReversed }: Withdrawal): WithdrawalStep {
  if (mayBecome(status, 'FAILED')) return { kind: 'failed' }
  return status === 'SUCCESS' && !isReversed ? { kind: 'reversed' } : repeated
}
