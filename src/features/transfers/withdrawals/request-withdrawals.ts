import {
  type Codes,
  lockCodes,
  useAppCodes,
} from '../../../access/one-time-codes/withdrawal-codes.ts'
import type { UserId } from '../../../base/ids.ts'
import { add, compare, idr, type Money, money } from '../../../base/money.ts'
import type { RefusalKey } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../database/database.ts'
import { keepFiles } from '../../../files/store-file.ts'
import { openHolds } from '../../../ledger/hold.ts'
import { enqueueAll, enqueueJob } from '../../../outbox/enqueue.ts'
import type { Destination, Status } from './withdrawal.rules.ts'
import { type ApprovalTerms, approvalsFor } from './withdrawal-approval.rules.ts'
import {
  addToDays,
  closeGates,
  type Day,
  gateKey,
  lockDays,
  lockGates,
} from './withdrawal-bounds.sql.ts'
import { ineligibility } from './withdrawal-eligibility.rules.ts'
import { holdOpenings, lockEligibility, type Openings } from './withdrawal-eligibility.sql.ts'
import {
  destinationKey,
  type History,
  lockDestinations,
  readHistories,
} from './withdrawal-history.sql.ts'
import { analyticsCheck, toApprove, withdrawalNotice } from './withdrawal-notice.rules.ts'
import { holdOf, insertWithdrawals, type NewWithdrawal } from './withdrawals.sql.ts'

/** A withdrawal that passed every check which needs no lock. */
export type WithdrawalRequest = Readonly<{
  requestId: string
  user: UserId
  codes: Codes
  amount: Money
  fee: Money
  held: Money
  sent: Money
  worth: Money
  destination: Destination
  residential: Buffer | null
  idCard: string | null
  /** Risks that require an operator's approval. */
  flags: readonly string[]
  /** When the bank account's number, bank and owner last changed; null for coins. */
  payeeSince: Date | null
  /** The units of the asset that the user may withdraw on one Jakarta day; null if unlimited. */
  dailyUnits: bigint | null
  /**
   * The units allowed on one day without an operator, if the price history is too short; null if
   * not.
   */
  shortHistoryUnits: bigint | null
  requestKey: Buffer | null
  bounds: ApprovalTerms &
    Readonly<{
      gateSeconds: number
      dailyLimit: Money
      trustHours: number
      cooloffHours: number
    }>
}>

export type Requested = Readonly<{
  requestId: string
  status: Status
  amount: Money
  fee: Money
}>

export type WithdrawalRequestOutcome =
  | Readonly<{ kind: 'accepted'; requested: Requested }>
  | Readonly<{ kind: 'refused'; key: RefusalKey }>

type Refused = ReadonlyMap<WithdrawalRequest, RefusalKey>

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
  const openings = await holdOpenings(tx)
  for (const turn of turns(requests)) {
    for (const [request, outcome] of await takeTurn(tx, ctx, turn, openings)) {
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
function turns(requests: readonly WithdrawalRequest[]): readonly (readonly WithdrawalRequest[])[] {
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
    const turn = found[at] ?? []
    if (at === found.length) found.push(turn)
    turn.push(request)
  }
  return found
}

/** Checks the requests in the order of the interface's table; each user appears at most once. */
async function takeTurn(
  tx: Tx,
  ctx: Pick<Context, 'config' | 'random'>,
  requests: readonly WithdrawalRequest[],
  openings: Openings,
): Promise<ReadonlyMap<WithdrawalRequest, WithdrawalRequestOutcome>> {
  const refused = new Map<WithdrawalRequest, RefusalKey>()
  const left = () => requests.filter((request) => !refused.has(request))
  const refuseAll = (found: Refused) => {
    for (const [request, key] of found) refused.set(request, key)
  }
  refuseAll(await unfit(tx, requests))
  refuseAll(await withoutCodes(tx, ctx, left()))
  refuseAll(await gated(tx, left()))
  refuseAll(closed(left(), openings))
  const days = await lockDays(
    tx,
    left().map(({ user }) => user),
  )
  refuseAll(beyondDay(left(), days))
  const histories = await historiesOf(tx, left())
  refuseAll(beyondUnits(left(), histories))
  refuseAll(await uncovered(tx, left()))
  const accepted = await record(tx, left(), days, histories)
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

const refusedOf = (
  requests: Requests,
  keyOf: (request: WithdrawalRequest, at: number) => RefusalKey | null,
): Refused =>
  new Map(
    requests.flatMap((request, at) => {
      const key = keyOf(request, at)
      return key === null ? [] : [[request, key] as const]
    }),
  )

async function unfit(tx: Tx, requests: Requests): Promise<Refused> {
  const users = await lockEligibility(
    tx,
    requests.map(({ user }) => user),
  )
  return refusedOf(requests, ({ user }) => {
    const fitness = users.get(user)
    if (fitness === undefined) return 'auth.unauthenticated'
    return ineligibility(fitness) ?? (fitness.bound ? null : 'api.required_for_twofa_binding')
  })
}

async function withoutCodes(
  tx: Tx,
  ctx: Pick<Context, 'config'>,
  requests: Requests,
): Promise<Refused> {
  const held = await lockCodes(
    tx,
    ctx,
    requests.map(({ codes }) => codes),
  )
  return refusedOf(requests, (_, at) => {
    if (held[at] === 'mailed-code-gone') return 'api.email_otp_error'
    return held[at] === 'held' ? null : 'api.two_fa_failed'
  })
}

const gateOf = ({ user, amount }: WithdrawalRequest) => ({ user, assetId: amount.asset.id })

async function gated(tx: Tx, requests: Requests): Promise<Refused> {
  const [first] = requests
  if (first === undefined) return new Map()
  const { gateSeconds } = first.bounds
  const shut = await lockGates(tx, requests.map(gateOf), gateSeconds)
  return refusedOf(requests, (request) =>
    shut.has(gateKey(gateOf(request))) ? 'api.try_again_later' : null,
  )
}

function closed(requests: Requests, { active, withdrawals }: Openings): Refused {
  return refusedOf(requests, ({ amount, destination: to }) => {
    const { id } = amount.asset
    const open = active.has(`${id}`) && (to.kind === 'CASH' || active.has(`${id}:${to.network}`))
    if (!open) return 'api.coin_is_inactive'
    return withdrawals ? null : 'api.withdrawal_is_inactive'
  })
}

function beyondDay(requests: Requests, days: ReadonlyMap<UserId, Day>): Refused {
  return refusedOf(requests, ({ user, worth, bounds }) => {
    const used = money(idr, days.get(user)?.usedUnits ?? 0n)
    const within = compare(add(used, worth), bounds.dailyLimit) <= 0
    return within ? null : 'api.exceed_system_daily_withdrawal_limit'
  })
}

type Histories = ReadonlyMap<WithdrawalRequest, History>

async function historiesOf(tx: Tx, requests: Requests): Promise<Histories> {
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

function beyondUnits(requests: Requests, histories: Histories): Refused {
  return refusedOf(requests, (request) => {
    const { amount, dailyUnits } = request
    const used = histories.get(request)?.assetUnits ?? 0n
    const within = dailyUnits === null || used + amount.units <= dailyUnits
    return within ? null : 'api.exceed_system_daily_withdrawal_limit'
  })
}

async function uncovered(tx: Tx, requests: Requests): Promise<Refused> {
  const posted = await openHolds(
    tx,
    requests.map(({ requestId, user, held }) => ({ owner: holdOf(requestId), user, amount: held })),
  )
  return refusedOf(requests, (_, at) => (posted[at] === 'posted' ? null : 'api.insufficient_funds'))
}

/**
 * Stores accepted withdrawals with their effects and jobs; returns their statuses by request id.
 */
async function record(
  tx: Tx,
  requests: Requests,
  days: ReadonlyMap<UserId, Day>,
  histories: Histories,
): Promise<ReadonlyMap<string, Status>> {
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
function withApprovals(requests: Requests, histories: Histories): readonly NewWithdrawal[] {
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
      usedBefore: history.usedBefore,
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
