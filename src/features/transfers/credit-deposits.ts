import type { Money } from '../../base/money.ts'
import type { Tx } from '../../database/database.ts'
import { readOwed } from '../../ledger/house.ts'
import { postAll } from '../../ledger/post.ts'
import { enqueueAll } from '../../outbox/enqueue.ts'
import { readSupplyCap } from '../../reference/assets.sql.ts'
import { findRecorded, insertCashDeposits, insertSuspense } from './cash-deposits.sql.ts'
import {
  type Credit,
  conflictAlert,
  contradicts,
  creditFor,
  noticesFor,
  type PaidIn,
  postingFor,
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
  const room = await roomFor(tx, fee)
  const credits = withinSupply(
    payments.map((paid) => creditFor(paid, fee)),
    room,
  )
  const fresh = await insertCashDeposits(tx, firstOfEach(credits))
  const recorded = await findRecorded(tx, payments)
  const isFresh = takeOnce(fresh)
  const outcomes = credits.map((credit): Credited => {
    if (isFresh(referenceOf(credit.paid))) return credit.user === null ? 'suspense' : 'credited'
    const first = recorded.get(referenceOf(credit.paid))
    return first === undefined || contradicts(credit.paid, first) ? 'conflict' : 'repeated'
  })
  const booked = credits.filter((_, index) => isBooked(outcomes[index]))
  await postAll(tx, booked.map(postingFor))
  await insertSuspense(tx, booked)
  const conflicts = credits.flatMap(({ paid }, index) => {
    const first = recorded.get(referenceOf(paid))
    return outcomes[index] === 'conflict' && first !== undefined ? [conflictAlert(paid, first)] : []
  })
  await enqueueAll(tx, [...booked.flatMap(noticesFor), ...conflicts])
  return outcomes
}

const isBooked = (outcome: Credited | undefined): boolean =>
  outcome === 'credited' || outcome === 'suspense'

/** How much more we may owe in an asset, as of the last roll-up of the house accounts. */
async function roomFor(tx: Tx, { asset }: Money): Promise<bigint> {
  const owed = await readOwed(tx)
  return (await readSupplyCap(tx, asset)) - (owed.get(asset.id) ?? 0n)
}

function firstOfEach(credits: readonly Credit[]): readonly Credit[] {
  const first = new Map<string, Credit>()
  for (const credit of credits) {
    const reference = referenceOf(credit.paid)
    if (!first.has(reference)) first.set(reference, credit)
  }
  return [...first.values()]
}

/** Says yes to each member of a set the first time it is asked about. */
function takeOnce(members: ReadonlySet<string>): (member: string) => boolean {
  const left = new Set(members)
  return (member) => left.delete(member)
}
