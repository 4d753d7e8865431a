import type { RefusalKey } from '../../../base/refusal.ts'
import type { RequestId, UserId } from '../../../base/values/ids.ts'
import { idr, type Money, money } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { lockBalances, openHoldsFrom } from '../../../core/ledger/hold.ts'
import type { LedgerLock } from '../../../core/ledger/post.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import { enqueueJob } from '../../../core/outbox/queue.ts'
import {
  type CodeLock,
  type Codes,
  lockCodes,
  useAppCodes,
} from '../../../platform/access/one-time-codes/withdrawal-codes.ts'
import { keepFiles } from '../../../platform/files/store-file.ts'
import type { Destination, Status } from '../model/withdrawal.rules.ts'
import {
  addToDays,
  closeGates,
  type Day,
  gateKey,
  lockDays,
  lockGates,
} from '../model/withdrawal-bounds.sql.ts'
import { analyticsCheck, toApprove, withdrawalNotice } from '../model/withdrawal-notice.rules.ts'
import { holdOf, insertWithdrawals, type NewWithdrawal } from '../model/withdrawals.sql.ts'
import { type ApprovalTerms, approvalsFor } from './withdrawal-approval.rules.ts'
import { exceedsDay, ineligibility } from './withdrawal-eligibility.rules.ts'
import {
  type AccountEligibility,
  lockEligibility,
  lockOpenings,
  type Openings,
} from './withdrawal-eligibility.sql.ts'
import {
  destinationKey,
  type History,
  type HistoryTerms,
  lockDestinations,
  readHistories,
} from './withdrawal-history.sql.ts'

/** A withdrawal that passed every check which needs no lock. */
export type WithdrawalRequest = Readonly<{
  requestId: RequestId
  user: UserId
  codes: Codes
  amount: Money
  fee: Money
  held: Money
  sent: Money
  worth: Money
  destination: Destination
  residential: string | null
  idCard: string | null
  /** Risks that require an operator's approval. */
  flags: readonly string[]
  /** When the bank account's number, bank and owner last changed; null for coins. */
  payeeSince: Date | null
  /** The units of the asset that the user may withdraw on one Jakarta day; null if unlimited. */
  dailyUnits: bigint | null
  /**
   * The units allowed on one day without an operator if the price history is too short; null if it
   * is long enough.
   */
  shortHistoryUnits: bigint | null
  requestKey: Buffer | null
  bounds: ApprovalTerms &
    Readonly<{
      gateSeconds: number
      dailyLimit: Money
    }> &
    HistoryTerms
}>

export type Requested = Readonly<{
  requestId: RequestId
  status: Status
  amount: Money
  fee: Money
}>

export type WithdrawalRequestOutcome =
  | Readonly<{ kind: 'accepted'; requested: Requested }>
  | Readonly<{ kind: 'refused'; key: RefusalKey }>

/**
 * Stores withdrawals in one transaction. For each accepted one it uses up the codes, freezes the
 * money, counts the day's limit and enqueues the sending. A refused one only uses up its mailed
 * code. Returns the outcomes in the order of the requests.
 */
export async function requestWithdrawals(
  tx: Tx,
  ctx: Pick<Context, 'config' | 'random'>,
  requests: readonly WithdrawalRequest[],
): Promise<readonly WithdrawalRequestOutcome[]> {
  const outcomes = new Map<WithdrawalRequest, WithdrawalRequestOutcome>()
  lockDestinations(
    tx,
    requests.map(({ destination }) => destination),
  )
  for (const batch of batches(requests)) {
    for (const [request, outcome] of await requestBatch(tx, ctx, batch)) {
      outcomes.set(request, outcome)
    }
  }
  return requests.map(
    (request) => outcomes.get(request) ?? { kind: 'refused', key: 'api.email_otp_error' },
  )
}

/**
 * Splits requests into lists in which each user appears once, so that a user's next request sees
 * what the one before used. Of several with the same mailed code only the first is kept.
 */
function batches(
  requests: readonly WithdrawalRequest[],
): readonly (readonly WithdrawalRequest[])[] {
  const found: WithdrawalRequest[][] = []
  const counts = new Map<UserId, number>()
  const seen = new Set<string>()
  for (const request of requests) {
    const { user, purpose, code } = request.codes.mailed
    const name = `${user} ${purpose} ${code}`
    if (seen.has(name)) continue
    seen.add(name)
    const at = counts.get(request.user) ?? 0
    counts.set(request.user, at + 1)
    const batch = found[at] ?? []
    if (at === found.length) found.push(batch)
    batch.push(request)
  }
  return found
}

/** Checks and stores requests of which each user has at most one. */
async function requestBatch(
  tx: Tx,
  ctx: Pick<Context, 'config' | 'random'>,
  requests: Requests,
): Promise<ReadonlyMap<WithdrawalRequest, WithdrawalRequestOutcome>> {
  const facts = await readFacts(tx, ctx, requests)
  const refused = new Map<WithdrawalRequest, RefusalKey>()
  for (const [at, request] of requests.entries()) {
    const key = refusalOf(facts, request, at)
    if (key !== null) refused.set(request, key)
  }
  const left = () => requests.filter((request) => !refused.has(request))
  for (const request of uncovered(tx, facts, left())) refused.set(request, 'api.insufficient_funds')
  const accepted = await record(tx, left(), facts)
  return new Map(
    requests.map((request): [WithdrawalRequest, WithdrawalRequestOutcome] => {
      const key = refused.get(request)
      if (key !== undefined) return [request, { kind: 'refused', key }]
      const { requestId, amount, fee } = request
      const status = accepted.get(requestId) ?? 'PROCESSING'
      return [request, { kind: 'accepted', requested: { requestId, status, amount, fee } }]
    }),
  )
}

type Requests = readonly WithdrawalRequest[]

type Facts = Readonly<{
  openings: Openings
  accounts: ReadonlyMap<UserId, AccountEligibility>
  codes: readonly CodeLock[]
  closedGates: ReadonlySet<string>
  days: ReadonlyMap<UserId, Day>
  histories: ReadonlyMap<WithdrawalRequest, History>
  ledgerLock: LedgerLock
}>

/**
 * Takes all locks and reads what the checks need, for all requests before any is checked: the
 * statements leave together and run in this order, so the histories are read under the locks.
 */
async function readFacts(tx: Tx, ctx: Pick<Context, 'config'>, requests: Requests): Promise<Facts> {
  const users = requests.map(({ user }) => user)
  const gateSeconds = Math.max(...requests.map(({ bounds }) => bounds.gateSeconds))
  const [openings, accounts, codes, closedGates, days, histories, ledgerLock] = await Promise.all([
    lockOpenings(tx),
    lockEligibility(tx, users),
    lockCodes(
      tx,
      ctx,
      requests.map((request) => request.codes),
    ),
    lockGates(tx, requests.map(gateOf), gateSeconds),
    lockDays(tx, users),
    historiesOf(tx, requests),
    lockBalances(
      tx,
      requests.map(({ user, held }) => ({ user, assetId: held.asset.id })),
    ),
  ])
  return { openings, accounts, codes, closedGates, days, histories, ledgerLock }
}

/** The first reason to refuse a request, in the order of the interface's table. */
const refusalOf = (facts: Facts, request: WithdrawalRequest, at: number): RefusalKey | null =>
  unfit(facts, request) ??
  withoutCode(facts, at) ??
  (facts.closedGates.has(gateKey(gateOf(request))) ? 'api.try_again_later' : null) ??
  closed(facts, request) ??
  (isBeyondDay(facts, request) ? 'api.exceed_system_daily_withdrawal_limit' : null)

function unfit({ accounts }: Facts, { user }: WithdrawalRequest): RefusalKey | null {
  const eligibility = accounts.get(user)
  if (eligibility === undefined) return 'auth.unauthenticated'
  return ineligibility(eligibility) ?? (eligibility.bound ? null : 'api.required_for_twofa_binding')
}

function withoutCode({ codes }: Facts, at: number): RefusalKey | null {
  if (codes[at] === 'mailed-code-gone') return 'api.email_otp_error'
  return codes[at] === 'locked' ? null : 'api.two_fa_failed'
}

const gateOf = ({ user, amount }: WithdrawalRequest) => ({ user, assetId: amount.asset.id })

function closed(
  { openings: { active, withdrawals } }: Facts,
  { amount, destination: to }: WithdrawalRequest,
): RefusalKey | null {
  const { id } = amount.asset
  const open = active.has(`${id}`) && (to.kind === 'CASH' || active.has(`${id}:${to.network}`))
  if (!open) return 'api.coin_is_inactive'
  return withdrawals ? null : 'api.withdrawal_is_inactive'
}

function isBeyondDay({ days, histories }: Facts, request: WithdrawalRequest): boolean {
  const { user, bounds, dailyUnits } = request
  const sums = {
    usedUnits: days.get(user)?.usedUnits ?? 0n,
    assetUsedUnits: histories.get(request)?.assetUnits ?? 0n,
  }
  return exceedsDay(sums, request, { dailyLimit: bounds.dailyLimit, dailyUnits })
}

async function historiesOf(tx: Tx, requests: Requests): Promise<Facts['histories']> {
  const [first] = requests
  if (first === undefined) return new Map()
  const queries = requests.map(({ user, amount, destination, payeeSince }) => {
    return { user, assetId: amount.asset.id, destination, payeeSince }
  })
  const found = await readHistories(tx, queries, first.bounds)
  return new Map(
    requests.flatMap((request, at) => {
      const history = found[at]
      return history === undefined ? [] : [[request, history] as const]
    }),
  )
}

/** Freezes the money of the requests; returns those whose owners have too little. */
function uncovered(tx: Tx, { ledgerLock }: Facts, requests: Requests): Requests {
  const posted = openHoldsFrom(
    tx,
    ledgerLock,
    requests.map(({ requestId, user, held }) => ({ owner: holdOf(requestId), user, amount: held })),
  )
  return requests.filter((_, at) => posted[at] !== 'posted')
}

/**
 * Stores accepted withdrawals with their effects and jobs; returns their statuses by request id.
 */
async function record(
  tx: Tx,
  requests: Requests,
  { days, histories }: Facts,
): Promise<ReadonlyMap<RequestId, Status>> {
  if (requests.length === 0) return new Map()
  const made = withApprovals(requests, histories)
  const codes = requests.map((request) => request.codes)
  const uses = requests.map(({ user, worth }) => ({ user, worth, day: days.get(user)?.day ?? '' }))
  await keepFiles(
    tx,
    requests.flatMap(({ idCard }) => idCard ?? []),
  )
  const due = made.filter(({ status }) => status === 'PROCESSING')
  const sent = due.map(({ requestId }) => requestId)
  insertWithdrawals(tx, made)
  closeGates(tx, requests.map(gateOf))
  addToDays(tx, uses)
  enqueueAll(tx, made.flatMap(noticesFor))
  useAppCodes(tx, codes)
  if (sent.length > 0) enqueueJob(tx, 'send-withdrawals', sent)
  return new Map(made.map(({ requestId, status }) => [requestId, status]))
}

/**
 * Determines approvals. For several withdrawals to one destination, the sums include the earlier
 * ones of the list.
 */
function withApprovals(
  requests: Requests,
  histories: Facts['histories'],
): readonly NewWithdrawal[] {
  const before = new Map<string, bigint>()
  return requests.map((request) => {
    const history = histories.get(request)
    if (history === undefined) throw new Error(`the history of ${request.requestId} was not read`)
    const key = destinationKey(request.destination)
    const known = before.get(key) ?? history.destinationUnits
    const destinationUnits = known + request.worth.units
    before.set(key, destinationUnits)
    const approvals = approvalsFor(request.bounds, {
      worth: request.worth,
      destinationWorth: money(idr, destinationUnits),
      newDestinationsWorth: money(idr, history.newDestinationsUnits + request.worth.units),
      usedBefore: history.usedBefore,
      isNewAccount: history.isNewAccount,
      coolingOff: [
        ...(history.authenticatorCools ? ['a recently changed authenticator'] : []),
        ...(history.payeeCools ? ['a recently added bank account'] : []),
      ],
      coolingWorth: money(idr, history.coolingUnits + request.worth.units),
      flags: [...request.flags, ...shortHistory(request, history)],
    })
    const status = approvals.needed === 0 ? 'PROCESSING' : 'PENDING_APPROVAL'
    return { ...request, status, approvals }
  })
}

function shortHistory(
  { amount, shortHistoryUnits }: WithdrawalRequest,
  { assetUnits }: History,
): readonly string[] {
  const isKnown = shortHistoryUnits === null || assetUnits + amount.units <= shortHistoryUnits
  return isKnown ? [] : ['a short price history']
}

const noticesFor = (made: NewWithdrawal) => [
  withdrawalNotice('withdrawal-accepted', made),
  analyticsCheck(made),
  ...(made.approvals.needed === 0 ? [] : [toApprove(made, made.approvals.reasons)]),
]
