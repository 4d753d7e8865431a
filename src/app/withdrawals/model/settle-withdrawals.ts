import type { Tx } from '../../../core/database/database.ts'
import { readToday } from '../../../core/histories/today.sql.ts'
import { accountKinds, house } from '../../../core/ledger/accounts.ts'
import { consumeHolds, releaseHolds } from '../../../core/ledger/hold.ts'
import type { Move, Posting } from '../../../core/ledger/post.rules.ts'
import { postAll } from '../../../core/ledger/post.ts'
import { findPostedMoves } from '../../../core/ledger/postings.sql.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import { type FeeVat, sendFeeVats } from '../../../core/taxes/fee-vats.sql.ts'
import {
  postWithVats,
  readFeeVats,
  readReturnedVat,
  vatMoves,
} from '../../../core/taxes/fee-vats.ts'
import { suspendAccess } from '../../../platform/access/suspend-access.ts'
import { withdrawalLimits } from '../withdrawal-limits.ts'
import {
  keyOfFailedCost,
  keyOfLate,
  keyOfReturn,
  keyOfWithdrawal,
  returnedToHouse,
  returnedToOwner,
  takenWithdrawalFee,
} from './resolution.rules.ts'
import {
  type Kind,
  stepOf,
  type Withdrawal,
  type WithdrawalReport,
  type WithdrawalStep,
} from './withdrawal.rules.ts'
import { giveBackDays } from './withdrawal-bounds.sql.ts'
import {
  contradicted,
  unfunded,
  unknownWithdrawal,
  withdrawalNotice,
} from './withdrawal-notice.rules.ts'
import {
  holdOf,
  lockWithdrawals,
  markIncidents,
  markReversed,
  moveWithdrawals,
  noteWithdrawals,
} from './withdrawals.sql.ts'

/** The outcome of a report. `unknown`: no withdrawal has this id and kind. */
export type WithdrawalSettlement = WithdrawalStep['kind'] | 'unknown'

type JudgedWithdrawal = Readonly<{
  report: WithdrawalReport
  withdrawal: Withdrawal
  step: WithdrawalStep
}>

/**
 * Applies providers' reports, from callbacks or polling, in order. Each withdrawal ends once;
 * repeated reports do nothing.
 */
export async function settleWithdrawals(
  tx: Tx,
  reports: readonly WithdrawalReport[],
): Promise<readonly WithdrawalSettlement[]> {
  const withdrawals = new Map(
    await lockWithdrawals(
      tx,
      reports.map(({ requestId }) => requestId),
    ),
  )
  const judged: JudgedWithdrawal[] = []
  const outcomes = reports.map((report): WithdrawalSettlement => {
    const withdrawal = withdrawals.get(report.requestId)
    if (withdrawal === undefined || withdrawal.destination.kind !== report.kind) return 'unknown'
    const step = stepOf(withdrawal, report)
    judged.push({ report, withdrawal, step })
    withdrawals.set(report.requestId, after(withdrawal, report, step))
    return step.kind
  })
  const of = (kind: WithdrawalStep['kind']) => judged.filter(({ step }) => step.kind === kind)
  await leaveToOperator(tx, judged)
  await submit(tx, of('submitted'))
  await noteWithdrawals(
    tx,
    of('repeated').map(({ report }) => report),
  )
  await succeed(tx, of('succeeded'))
  await fail(tx, of('failed'))
  await reverse(tx, of('reversed'))
  enqueueAll(tx, reports.filter((_, at) => outcomes[at] === 'unknown').map(unknownWithdrawal))
  return outcomes
}

/** The withdrawal after a report, for the later reports of the same list. */
function after(withdrawal: Withdrawal, report: WithdrawalReport, step: WithdrawalStep): Withdrawal {
  const providerId = withdrawal.providerId ?? report.providerId
  switch (step.kind) {
    case 'submitted':
      return { ...withdrawal, status: 'SUBMITTED', providerId }
    case 'succeeded':
      return { ...withdrawal, status: 'SUCCESS', providerId }
    case 'failed':
      return { ...withdrawal, status: 'FAILED', providerId, reversed: report.stage === 'reversed' }
    case 'reversed':
      return { ...withdrawal, reversed: true }
    case 'repeated':
    case 'contradiction':
      return withdrawal
    default:
      return step satisfies never
  }
}

const changeOf = ({ report }: JudgedWithdrawal) => report

async function submit(tx: Tx, judged: readonly JudgedWithdrawal[]): Promise<void> {
  const { queryAfterMs } = withdrawalLimits
  await moveWithdrawals(tx, 'SUBMITTED', judged.map(changeOf), queryAfterMs)
}

/**
 * Consumes the hold: the amount sent leaves the account at the provider, and the fee goes to the
 * house.
 */
async function succeed(tx: Tx, judged: readonly JudgedWithdrawal[]): Promise<void> {
  const vats = await readFeeVats(
    tx,
    judged.map(({ withdrawal }) =>
      takenWithdrawalFee(withdrawal, keyOfWithdrawal(withdrawal.requestId)),
    ),
  )
  const consumed = await consumeHolds(
    tx,
    judged.map(({ withdrawal, report }) => ({
      owner: holdOf(withdrawal.requestId),
      key: keyOfWithdrawal(withdrawal.requestId),
      action: 'WITHDRAWAL',
      parts: [
        { to: house(custodianAccount[report.kind]), units: withdrawal.sent.units },
        { to: house('fees'), units: withdrawal.fee.units },
      ],
      besides: [...costOf(report), ...vatMoves(vats, keyOfWithdrawal(withdrawal.requestId))],
    })),
  )
  const short = consumed.findIndex((outcome) => outcome !== 'consumed')
  if (short >= 0) {
    const { requestId } = judged[short]?.report ?? { requestId: '' }
    throw new Error(`the money of ${requestId} is not held: ${consumed[short]}`)
  }
  sendFeeVats(tx, vats.values())
  await moveWithdrawals(tx, 'SUCCESS', judged.map(changeOf), null)
  enqueueAll(
    tx,
    judged.map(({ withdrawal }) => withdrawalNotice('withdrawal-completed', withdrawal)),
  )
}

/** The house account that holds our funds at each provider. */
export const custodianAccount = { COIN: 'custody', CASH: 'payx' } as const satisfies Record<
  Kind,
  string
>

/** Moves a transfer's network fee from our fees to the account at the provider, which paid it. */
const costOf = ({ networkFee, kind }: WithdrawalReport): readonly Move[] =>
  networkFee === null
    ? []
    : [{ from: house('fees'), to: house(custodianAccount[kind]), amount: networkFee }]

/** Books the fee of a transfer that the chain ran and failed, without the withdrawal's hold. */
function failedCostOf(report: WithdrawalReport): readonly Posting[] {
  const moves = costOf(report)
  const key = keyOfFailedCost(report.requestId)
  return moves.length === 0 ? [] : [{ key, action: 'ADJUSTMENT', moves }]
}

async function fail(tx: Tx, judged: readonly JudgedWithdrawal[]): Promise<void> {
  await giveBack(
    tx,
    judged.map(({ withdrawal }) => withdrawal),
  )
  await postAll(
    tx,
    judged.flatMap(({ report }) => failedCostOf(report)),
  )
  await moveWithdrawals(tx, 'FAILED', judged.map(changeOf), null)
  const short = judged.filter(({ report }) => report.isUnfunded === true)
  enqueueAll(
    tx,
    judged.map(({ withdrawal }) => withdrawalNotice('withdrawal-failed', withdrawal)),
  )
  if (short.length === 0) return
  const today = await readToday(tx)
  enqueueAll(
    tx,
    short.map(({ withdrawal, report }) => unfunded(withdrawal, report, today)),
  )
}

/** Releases the hold and gives back the day's limit. */
export async function giveBack(tx: Tx, withdrawals: readonly Withdrawal[]): Promise<void> {
  giveBackDays(tx, withdrawals)
  const released = await releaseHolds(
    tx,
    withdrawals.map(({ requestId }) => holdOf(requestId)),
  )
  const short = released.findIndex((outcome) => outcome !== 'released')
  if (short >= 0) {
    throw new Error(`the money of ${withdrawals[short]?.requestId} was no longer held`)
  }
}

/** Refunds payouts that the bank returned: to the owner, or to the house if it bore the loss. */
async function reverse(tx: Tx, judged: readonly JudgedWithdrawal[]): Promise<void> {
  const late = await findPostedMoves(
    tx,
    judged.map(({ report }) => keyOfLate(report.requestId)),
  )
  const isOwed = ({ requestId }: Withdrawal): boolean =>
    late.get(keyOfLate(requestId))?.some((one) => one.fromKind === accountKinds.receivable) ?? false
  const withdrawals = judged.map(({ withdrawal }) => withdrawal)
  const postings: Posting[] = []
  const vats = new Map<string, FeeVat>()
  for (const withdrawal of withdrawals) {
    const { requestId, user, fee } = withdrawal
    const from = custodianAccount[withdrawal.destination.kind]
    if (isOwed(withdrawal)) {
      postings.push(returnedToHouse(withdrawal, from))
      continue
    }
    const of = [keyOfWithdrawal(requestId), keyOfLate(requestId)]
    const returned = await readReturnedVat(tx, { key: keyOfReturn(requestId), user, fee, of })
    for (const [key, vat] of returned) vats.set(key, vat)
    postings.push(returnedToOwner(withdrawal, from))
  }
  await postWithVats(tx, postings, vats)
  await markReversed(tx, judged.map(changeOf))
  enqueueAll(
    tx,
    withdrawals
      .filter((withdrawal) => !isOwed(withdrawal))
      .map((withdrawal) => withdrawalNotice('withdrawal-reversed', withdrawal)),
  )
}

/**
 * If a refunded withdrawal was also paid, the account is suspended until an operator reviews it.
 */
async function leaveToOperator(tx: Tx, judged: readonly JudgedWithdrawal[]): Promise<void> {
  const contradictions = judged.flatMap(({ report, withdrawal, step }) =>
    step.kind === 'contradiction' ? [{ report, withdrawal, ...step }] : [],
  )
  for (const { withdrawal, why } of contradictions.filter(({ isPaidTwice }) => isPaidTwice)) {
    await suspendAccess(tx, withdrawal.user, suspensionFor(withdrawal, why))
  }
  await markIncidents(
    tx,
    contradictions.map(({ report, why }) => ({ requestId: report.requestId, why })),
  )
  enqueueAll(
    tx,
    contradictions.map(({ report, withdrawal, why }) => contradicted(withdrawal, report, why)),
  )
}

const suspensionFor = ({ requestId, user }: Withdrawal, why: string) => ({
  reason: `${requestId}: ${why}`,
  byService: true,
  mail: {
    to: 'mail',
    kind: 'account-suspended-by-operator',
    key: `account-suspended:${requestId}`,
    user,
  } as const,
})
