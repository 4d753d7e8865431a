import type { UserId } from '../../../base/values/ids.ts'
import { formatMoney, type Money, readReported } from '../../../base/values/money.ts'
import { shownMoney } from '../../../base/values/shown-amount.ts'
import { available, house } from '../../../core/ledger/accounts.ts'
import type { Posting } from '../../../core/ledger/post.rules.ts'
import type { Notice } from '../../../core/outbox/notices.ts'
import type { CustodyStage } from '../../../providers/custody/transaction-states.ts'
import { type Suspended, severityOf } from '../suspended.rules.ts'

/** Custody's report of an incoming transfer, in our terms. */
export type CoinReport = Readonly<{
  /** Custody's transaction id and output index identify one deposit across all reports. */
  custodyId: string
  output: number
  stage: CustodyStage
  custodyStatus: string
  /** Cut to the asset's decimals. */
  amount: Money
  /** The user to credit, or why the deposit goes to suspense. */
  owner: DepositOwner
  network: string
  address: string
  tag: string | null
  txHash: string
}>

export type DepositOwner =
  | Readonly<{ user: UserId }>
  /** `addressee`: the user who has the address, for another coin. */
  | Readonly<{ suspense: string; addressee?: UserId }>

export type CoinDeposit = Omit<CoinReport, 'stage' | 'owner'> &
  Readonly<{
    user: UserId | null
    reason: string | null
    addressee: UserId | null
    status: 'PENDING' | 'COMPLETED' | 'REJECTED'
    review: string | null
  }>

export type CoinDepositOutcome =
  | 'too-early'
  | 'pending'
  | 'credited'
  | 'suspense'
  | 'refused'
  | 'repeated'
  | 'conflict'

/** How a report changes a deposit; `credit` is true only for the report that completes it. */
export type Advanced = Readonly<{
  deposit: CoinDeposit | null
  outcome: CoinDepositOutcome
  credit: boolean
  alert: Notice | null
}>

export const keyOf = ({ custodyId, output }: Pick<CoinReport, 'custodyId' | 'output'>): string =>
  `${custodyId}:${output}`

/**
 * Applies one report to a deposit. Reports may be repeated, late and out of order: a deposit never
 * moves backwards and is credited once, and a report that contradicts a credit alerts an operator
 * and moves no money.
 */
export function advance(deposit: CoinDeposit | null, report: CoinReport): Advanced {
  switch (report.stage) {
    case 'early':
      return unmoved(deposit, deposit === null ? 'too-early' : 'repeated')
    case 'arriving':
      return arriving(deposit, report)
    case 'arrived':
      return arrived(deposit, report)
    case 'refused':
      return refused(deposit, report)
    default:
      return report.stage satisfies never
  }
}

const unmoved = (deposit: CoinDeposit | null, outcome: CoinDepositOutcome): Advanced => ({
  deposit,
  outcome,
  credit: false,
  alert: null,
})

/**
 * Records a pending deposit. One without an owner is recorded only after it arrived, because it may
 * never arrive.
 */
function arriving(deposit: CoinDeposit | null, report: CoinReport): Advanced {
  if (deposit !== null) return unmoved(deposit, 'repeated')
  if ('suspense' in report.owner) return unmoved(null, 'too-early')
  return unmoved(recorded(report, 'PENDING'), 'pending')
}

function arrived(deposit: CoinDeposit | null, report: CoinReport): Advanced {
  if (deposit?.status === 'COMPLETED') {
    return isSameReport(deposit, report)
      ? unmoved(deposit, 'repeated')
      : { ...unmoved(deposit, 'conflict'), alert: conflictAlert(deposit, report) }
  }
  // A completion after a refusal is credited, and flagged for review.
  const review = deposit?.status === 'REJECTED' ? 'completed-after-refusal' : null
  return {
    deposit: { ...recorded(report, 'COMPLETED'), review },
    outcome: 'suspense' in report.owner ? 'suspense' : 'credited',
    credit: true,
    alert: review === null ? null : reviewAlert(report, review),
  }
}

function refused(deposit: CoinDeposit | null, report: CoinReport): Advanced {
  if (deposit === null) return unmoved(null, 'refused')
  if (deposit.status === 'REJECTED') return unmoved(deposit, 'repeated')
  if (deposit.status === 'PENDING') {
    const { custodyStatus } = report
    return unmoved({ ...deposit, status: 'REJECTED', custodyStatus }, 'refused')
  }
  const review = isTwin(deposit) ? sameOutput : refusedAfterCredit
  return {
    ...unmoved({ ...deposit, review }, 'conflict'),
    alert: reviewAlert(report, refusedAfterCredit),
  }
}

function recorded(report: CoinReport, status: CoinDeposit['status']): CoinDeposit {
  const { stage: _, owner, ...facts } = report
  const whose =
    'user' in owner
      ? { user: owner.user, reason: null, addressee: null }
      : { user: null, reason: owner.suspense, addressee: owner.addressee ?? null }
  return { ...facts, ...whose, status, review: null }
}

const isSameReport = (deposit: CoinDeposit, report: CoinReport): boolean =>
  deposit.amount.asset.id === report.amount.asset.id &&
  deposit.amount.units === report.amount.units &&
  deposit.network === report.network &&
  deposit.address === report.address &&
  deposit.tag === report.tag

/** Moves a deposit to suspense, if its credit would exceed the supply cap. */
export const withoutOwner = (deposit: CoinDeposit, reason: string): CoinDeposit => ({
  ...deposit,
  user: null,
  reason,
  addressee: deposit.user ?? deposit.addressee,
})

const sameOutput = 'same-output'
const refusedAfterCredit = 'refused-after-credit'

/** Moves a deposit to suspense whose output on the chain was booked before. */
export const twinOf = (deposit: CoinDeposit): CoinDeposit => ({
  ...withoutOwner(deposit, sameOutput),
  review: sameOutput,
})

/** Whether a deposit is in suspense because its output on the chain was booked before. */
export const isTwin = ({ review }: Pick<CoinDeposit, 'review'>): boolean => review === sameOutput

/** Names an output on the chain: custody's ids may differ for one. */
export const outputKey = ({
  network,
  txHash,
  output,
  address,
}: Pick<CoinReport, 'network' | 'txHash' | 'output' | 'address'>): string =>
  JSON.stringify([network, txHash, output, address])

export const coinPostingFor = (deposit: CoinDeposit): Posting => ({
  key: `coin-deposit:${keyOf(deposit)}`,
  action: 'DEPOSIT',
  moves: [
    {
      from: house('custody'),
      to: deposit.user === null ? house('suspense') : available(deposit.user),
      amount: deposit.amount,
    },
  ],
})

/** Builds the suspense item of a deposit without an owner. */
export const suspendedCoins = (deposit: CoinDeposit): Suspended => ({
  source: 'custody COIN',
  reference: keyOf(deposit),
  amount: deposit.amount,
  inWords: null,
  reason: deposit.reason ?? 'unknown',
  data: suspendedFacts(deposit),
})

/** The place of a deposit in suspense, and the user who has its address, if one does. */
const suspendedFacts = (deposit: CoinDeposit) => ({
  ...placeOf(deposit),
  ...(deposit.addressee === null ? {} : { userId: String(deposit.addressee) }),
})

const placeOf = ({ network, address, tag, txHash }: CoinDeposit | CoinReport) => ({
  network,
  address,
  tag: tag ?? '',
  txHash,
})

/**
 * Builds the notices of a completed deposit: to its owner and to analytics, or to operators if it
 * is in suspense.
 */
export function coinNoticesFor(deposit: CoinDeposit): readonly Notice[] {
  const { amount, user, reason } = deposit
  const { symbol } = amount.asset
  const inWords = formatMoney(amount)
  const key = `coin-deposit:${keyOf(deposit)}`
  if (user !== null) {
    const data = { symbol, amount: inWords, fee: '0', credited: inWords, reference: keyOf(deposit) }
    return [
      { to: 'user', kind: 'deposit-completed', key, user, report: null, data },
      {
        to: 'operator',
        kind: 'analytics-check',
        key: `analytics-check:${key}`,
        severity: 'info',
        subject: `Check a deposit of ${shownMoney(amount)}`,
        data: { userId: String(user), ...placeOf(deposit) },
      },
    ]
  }
  return [
    {
      to: 'operator',
      kind: 'deposit-in-suspense',
      key: `suspense:${key}`,
      severity: severityOf(reason),
      subject: `A deposit of ${shownMoney(amount)} waits in suspense`,
      data: { reason: reason ?? 'unknown', ...suspendedFacts(deposit) },
    },
  ]
}

const conflictAlert = (deposit: CoinDeposit, report: CoinReport): Notice => ({
  to: 'operator',
  kind: 'deposit-conflict',
  key: `deposit-conflict:custody:${keyOf(report)}:${report.amount.units}:${report.address}`,
  severity: 'critical',
  subject: `Deposit ${keyOf(report)} was reported again with different facts`,
  data: {
    recorded: shownMoney(deposit.amount),
    reported: shownMoney(report.amount),
    recordedAddress: deposit.address,
    reportedAddress: report.address,
  },
})

const reviewAlert = (report: CoinReport, review: string): Notice => ({
  to: 'operator',
  kind: 'deposit-contradicted',
  key: `${review}:${keyOf(report)}`,
  severity: review === refusedAfterCredit ? 'critical' : 'warning',
  subject: `Custody contradicts itself about deposit ${keyOf(report)}`,
  data: { review, status: report.custodyStatus, ...placeOf(report) },
})

export type CoinDepositVerdict = Readonly<{ amount: Money; odd: string | null }>

/**
 * Parses custody's amount; null if it is not a positive amount. Decimals beyond the asset's scale
 * cannot be booked: the amount is cut and marked `odd` for an operator.
 */
export function judgeAmount(asset: Money['asset'], digits: string): CoinDepositVerdict | null {
  const read = readReported(asset, digits)
  if (read === null) return null
  return { amount: read.amount, odd: read.isCut ? 'more-decimals-than-asset' : null }
}
