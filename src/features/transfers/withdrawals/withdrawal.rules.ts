import type { UserId } from '../../../base/ids.ts'
import { formatMoney, type Money } from '../../../base/money.ts'

/** Coins leave through custody, rupiah through payx. */
export type Kind = 'COIN' | 'CASH'

export type Status =
  | 'PENDING_APPROVAL'
  | 'PROCESSING'
  | 'SUBMITTED'
  | 'SUCCESS'
  | 'FAILED'
  | 'REJECTED'

/** What may follow on what. Nothing follows on an end. */
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

export const isStatus = (text: string): text is Status => statuses.some((one) => one === text)

/** From where a withdrawal may come to be so: the guard of every change. */
export const sourcesOf = (to: Status): readonly Status[] =>
  statuses.filter((from) => followers[from].includes(to))

const mayBecome = (from: Status, to: Status): boolean => followers[from].includes(to)

/** Those whose money is still frozen. */
export const openStatuses = statuses.filter((status) => followers[status].length > 0)

export type CoinDestination = Readonly<{
  kind: 'COIN'
  network: string
  /** In the one spelling it is compared by. */
  address: string
  tag: string | null
}>

/** The bank account as it was when the withdrawal was asked for. */
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
  /** Ours, and the provider's key: one withdrawal is sent once under it. */
  requestId: string
  user: UserId
  /** As asked for. Of coins the fee is inside, of rupiah it comes on top. */
  amount: Money
  fee: Money
  /** What leaves the balance, and what the receiver is sent. */
  held: Money
  sent: Money
  destination: Destination
  /** In rupiah, by the prices of when it was asked for. */
  worth: Money
  status: Status
  providerId: string | null
  /** The bank sent it back: after success, or before we heard of any. */
  reversed: boolean
  incident: string | null
  /** The day in Jakarta whose limit it counts for. */
  day: string
  /** How often we turned to the provider about it. */
  attempts: number
}>

/** By what a provider is asked about a withdrawal: its own id, where it said one, or ours. */
export type Sent = Pick<Withdrawal, 'requestId' | 'providerId'>

/** What a provider says of a withdrawal, by whichever way it came. */
export type WithdrawalReport = Readonly<{
  kind: Kind
  requestId: string
  stage: 'pending' | 'succeeded' | 'failed' | 'reversed'
  /** The provider's own id; null where it made none. */
  providerId: string | null
  providerStatus: string
  /** What it says it sends, as `saidOf` words it; null where it does not say. */
  said: string | null
  txHash: string | null
  /** Why it failed, in the provider's words. */
  reason: string | null
  /** What the transfer cost ourselves, where the provider says so. */
  networkFee: Money | null
}>

/** Amount, asset and network in words that are equal when those are. */
export const saidOf = (amount: Money, network: string | null): string =>
  `${formatMoney(amount)} ${amount.asset.symbol}${network === null ? '' : ` on ${network}`}`

const saidOfSent = ({ sent, destination }: Withdrawal): string =>
  saidOf(sent, destination.kind === 'COIN' ? destination.network : null)

/** What follows of what is told; `contradiction` moves nothing and is for an operator. */
export type WithdrawalStep =
  | Readonly<{ kind: 'submitted' | 'succeeded' | 'failed' | 'reversed' | 'repeated' }>
  | Readonly<{ kind: 'contradiction'; why: string; isPaidTwice: boolean }>

const repeated: WithdrawalStep = { kind: 'repeated' }
const contradiction = (why: string): WithdrawalStep => ({
  kind: 'contradiction',
  why,
  isPaidTwice: false,
})

/** The first end counts. What a provider says after it, or of another transfer, moves no money. */
export function stepOf(withdrawal: Withdrawal, told: WithdrawalReport): WithdrawalStep {
  const { status, providerId } = withdrawal
  if (told.providerId !== null && providerId !== null && told.providerId !== providerId) {
    return contradiction('another transfer of the provider claims to be this one')
  }
  const sends = told.stage === 'pending' || told.stage === 'succeeded'
  if (sends && told.said !== null && told.said !== saidOfSent(withdrawal)) {
    return contradiction(`the provider sends ${told.said}, which is not what we asked for`)
  }
  if (status === 'PENDING_APPROVAL') {
    return contradiction('the provider knows what nobody has approved')
  }
  switch (told.stage) {
    case 'pending':
      return mayBecome(status, 'SUBMITTED') ? { kind: 'submitted' } : repeated
    case 'succeeded':
      return succeeded(withdrawal)
    case 'failed':
      return failed(withdrawal)
    case 'reversed':
      return reversed(withdrawal)
    default:
      return told.stage satisfies never
  }
}

function succeeded({ status, reversed: isReversed }: Withdrawal): WithdrawalStep {
  if (mayBecome(status, 'SUCCESS')) return { kind: 'succeeded' }
  // Of what was sent and came back the success may be told last.
  if (status === 'SUCCESS' || isReversed) return repeated
  // The money is the user's again, and has been sent to them as well.
  return { kind: 'contradiction', why: 'completed after it had ended unsent', isPaidTwice: true }
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
