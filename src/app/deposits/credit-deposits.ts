import { add, type Money, zero } from '../../base/values/money.ts'
import type { Tx } from '../../core/database/database.ts'
import { type LedgerLock, lockFor, post } from '../../core/ledger/post.ts'
import { enqueueAll, expectNotices } from '../../core/outbox/enqueue.ts'
import { sendFeeVats } from '../../core/taxes/fee-vats.sql.ts'
import { type FeeVats, feeVats, readFeeTerms, withVat } from '../../core/taxes/fee-vats.ts'
import { findUncertified } from '../../core/users/certifications.sql.ts'
import { findRecorded, insertCashDeposits } from './cash-deposits.sql.ts'
import {
  type Charged,
  type Credit,
  conflictAlert,
  contradicts,
  creditFor,
  noticesFor,
  ofCertified,
  type PaidIn,
  postingFor,
  type RecordedPayment,
  recordOf,
  referenceOf,
  suspended,
  takenDepositFee,
  withinRooms,
  withinSupply,
} from './paid-in.rules.ts'
import { supplyHeadroom } from './supply-headroom.ts'
import { insertSuspense } from './suspense.sql.ts'
import { unprovenRooms } from './unproven/unproven-rooms.ts'

/**
 * The outcome of a payment; `conflict` means it was recorded before with another amount or account.
 */
export type Credited = 'credited' | 'suspense' | 'repeated' | 'conflict'

/**
 * Credits payments, each once. Providers redeliver payments, so each is recorded first and credited
 * only if its record is new. A payment goes to suspense if it has no owner, if its user's tax
 * residence is not certified, or if it exceeds what a user may own before the identity is proven or
 * the supply cap of its asset. All payments of one call are in one asset.
 */
export async function creditDeposits(
  tx: Tx,
  payments: readonly Charged[],
): Promise<readonly Credited[]> {
  const [one] = payments
  if (one === undefined) return []
  const wanted = payments.map((paid) => creditFor(paid, paid.fee))
  const users = wanted.flatMap(({ user }) => user ?? [])
  expectNotices(tx, users)
  const [headroom, rooms, uncertified, feeTerms] = await Promise.all([
    supplyHeadroom(tx, creditedIn(one.amount.asset, wanted)),
    unprovenRooms(tx, users),
    findUncertified(tx, users),
    readFeeTerms(tx, [one.amount.asset]),
  ])
  const certified = ofCertified(wanted, uncertified)
  const credits = withinSupply(withinRooms(certified, rooms), headroom)
  const first = firstOfEach(credits)
  const vats = feeVats(credits.flatMap(takenDepositFee), feeTerms)
  const [fresh, lock] = await recordAndLock(tx, [...first.values()], vats)
  const recorded = await readRecorded(tx, first, fresh)
  const outcomes = credits.map((credit): Credited => {
    const reference = referenceOf(credit.paid)
    if (first.get(reference) === credit && fresh.has(reference)) {
      return credit.user === null ? 'suspense' : 'credited'
    }
    const other = recorded.get(reference)
    return other === undefined || contradicts(credit.paid, other) ? 'conflict' : 'repeated'
  })
  const booked = credits.filter((_, index) => isBooked(outcomes[index]))
  const postings = booked.map((credit) => withVat(postingFor(credit), vats))
  post(tx, lock, postings)
  sendFeeVats(
    tx,
    postings.flatMap(({ key }) => vats.get(key) ?? []),
  )
  await insertSuspense(tx, booked.filter(({ user }) => user === null).map(suspended))
  const conflicts = credits.filter((_, index) => outcomes[index] === 'conflict')
  enqueueAll(tx, [
    ...booked.flatMap(noticesFor),
    ...conflicts.map(({ paid }) => conflictAlert(paid, recorded.get(referenceOf(paid)))),
  ])
  return outcomes
}

/**
 * Records payments, and locks what crediting all of them would touch, in one trip; the ledger is
 * locked last. Returns the references of those that were not recorded before.
 */
const recordAndLock = (
  tx: Tx,
  credits: readonly Credit[],
  vats: FeeVats,
): Promise<readonly [ReadonlySet<string>, LedgerLock]> =>
  Promise.all([
    insertCashDeposits(tx, credits),
    lockFor(
      tx,
      credits.map((credit) => withVat(postingFor(credit), vats)),
    ),
  ])

const creditedIn = (asset: Money['asset'], credits: readonly Credit[]): Money =>
  credits.reduce((sum, { credited }) => add(sum, credited), zero(asset))

/** Whether this call recorded the payment. */
export const isBooked = (outcome: string | undefined): boolean =>
  outcome === 'credited' || outcome === 'suspense'

function firstOfEach(credits: readonly Credit[]): ReadonlyMap<string, Credit> {
  const first = new Map<string, Credit>()
  for (const credit of credits) {
    const reference = referenceOf(credit.paid)
    if (!first.has(reference)) first.set(reference, credit)
  }
  return first
}

/** Returns the recorded facts of each payment, by this call or by an earlier one. */
async function readRecorded(
  tx: Tx,
  first: ReadonlyMap<string, Credit>,
  fresh: ReadonlySet<string>,
): Promise<ReadonlyMap<string, RecordedPayment>> {
  const payments = [...first.values()].map(({ paid }) => paid)
  const isFresh = (paid: PaidIn) => fresh.has(referenceOf(paid))
  const now = payments.filter(isFresh).map((paid) => [referenceOf(paid), recordOf(paid)] as const)
  return new Map([
    ...now,
    ...(await findRecorded(
      tx,
      payments.filter((paid) => !isFresh(paid)),
    )),
  ])
}
