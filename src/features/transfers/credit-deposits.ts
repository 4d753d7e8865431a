import type { Asset, Money } from '../../base/money.ts'
import type { Tx } from '../../database/database.ts'
import { countOwed, readOwed } from '../../ledger/house.ts'
import { postAll } from '../../ledger/post.ts'
import { enqueueAll } from '../../outbox/enqueue.ts'
import { lockSupplyCap, readSupplyCap } from '../../reference/assets.sql.ts'
import { findRecorded, insertCashDeposits, insertSuspense } from './cash-deposits.sql.ts'
import {
  type Credit,
  conflictAlert,
  contradicts,
  creditFor,
  noticesFor,
  type PaidIn,
  postingFor,
  type Recorded,
  recordOf,
  referenceOf,
  withinSupply,
} from './paid-in.rules.ts'

/** What became of a payment; `conflict` is one that was recorded before with other facts. */
export type Credited = 'credited' | 'suspense' | 'repeated' | 'conflict'

/**
 * Credits payments, each once for ever: providers report a payment until they are answered and
 * sometimes after, so everything hangs on recording it first. What has no owner goes to suspense.
 * All payments of one call are in one asset, and pay the same fee.
 */
export async function creditDeposits(
  tx: Tx,
  payments: readonly PaidIn[],
  fee: Money,
): Promise<readonly Credited[]> {
  if (payments.length === 0) return []
  const wanted = payments.map((paid) => creditFor(paid, fee))
  const credits = withinSupply(wanted, await roomFor(tx, fee.asset, wanted))
  const first = firstOfEach(credits)
  const fresh = await insertCashDeposits(tx, [...first.values()])
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
  await postAll(tx, booked.map(postingFor))
  await insertSuspense(tx, booked)
  const conflicts = credits.filter((_, index) => outcomes[index] === 'conflict')
  await enqueueAll(tx, [
    ...booked.flatMap(noticesFor),
    ...conflicts.map(({ paid }) => conflictAlert(paid, recorded.get(referenceOf(paid)))),
  ])
  return outcomes
}

const isBooked = (outcome: Credited | undefined): boolean =>
  outcome === 'credited' || outcome === 'suspense'

/** While we owe less than one part in so many of the cap, what we owe need not be counted. */
const farFromCap = 10n

/**
 * How much more we may owe in an asset. Far from the cap the last roll-up of the house accounts
 * says it well enough; nearer, every move is counted, and one call at a time.
 */
async function roomFor(tx: Tx, asset: Asset, credits: readonly Credit[]): Promise<bigint> {
  const before = (await readOwed(tx)).get(asset.id) ?? 0n
  const cap = await readSupplyCap(tx, asset)
  const owed = credits.reduce((sum, { credited }) => sum + credited.units, before)
  if (owed * farFromCap <= cap) return cap - before
  return (await lockSupplyCap(tx, asset)) - (await countOwed(tx, asset))
}

function firstOfEach(credits: readonly Credit[]): ReadonlyMap<string, Credit> {
  const first = new Map<string, Credit>()
  for (const credit of credits) {
    const reference = referenceOf(credit.paid)
    if (!first.has(reference)) first.set(reference, credit)
  }
  return first
}

/** How each payment stands in the books: as it was recorded now, or some time before. */
async function readRecorded(
  tx: Tx,
  first: ReadonlyMap<string, Credit>,
  fresh: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Recorded>> {
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
