import type { UserId } from '../../base/values/ids.ts'
import type { Money } from '../../base/values/money.ts'
import type { Tx } from '../database/database.ts'
import { available, locked } from './accounts.ts'
import {
  type Consumed,
  type ConsumeHold,
  draftConsumptions,
  type Hold,
  type HoldPurpose,
  ownerKey,
  planConsumptions,
  planReleases,
  type Released,
} from './hold.rules.ts'
import { insertHolds, lockHolds, updateHolds } from './holds.sql.ts'
import { distinctBalances, type Posting, type TouchedBalance } from './post.rules.ts'
import { type LedgerLock, lockFor, lockScope, type Posted, post } from './post.ts'

/** Freezes an amount for one owner (an order, a withdrawal); an owner only ever has one hold. */
export type OpenHold = Readonly<{ owner: HoldPurpose; user: UserId; amount: Money }>

/**
 * Moves each amount from available to locked; returns `insufficient` if the user owns too little.
 */
export async function openHolds(tx: Tx, holds: readonly OpenHold[]): Promise<readonly Posted[]> {
  if (holds.length === 0) return []
  return openHoldsFrom(tx, await lockFor(tx, holds.map(openingOf)), holds)
}

/**
 * Locks the balances that new holds will be taken from, before the caller decides which to open.
 * The transaction fails later if an owner already has a hold.
 */
export const lockBalances = (tx: Tx, coming: readonly TouchedBalance[]): Promise<LedgerLock> =>
  lockScope(tx, { keys: [], ofHouse: [], balances: distinctBalances(coming) })

/** Opens those of the holds that the locked balances cover. */
export function openHoldsFrom(
  tx: Tx,
  lock: LedgerLock,
  holds: readonly OpenHold[],
): readonly Posted[] {
  const postings = holds.map(openingOf)
  const outcomes = post(tx, lock, postings)
  const first = postings[outcomes.indexOf('posted')]
  if (first === undefined) return outcomes
  const opened = holds.filter((_, index) => outcomes[index] === 'posted')
  insertHolds(tx, opened, first.key)
  return outcomes
}

const openingOf = ({ owner, user, amount }: OpenHold): Posting => ({
  key: `hold:${ownerKey(owner)}`,
  action: 'HOLD',
  moves: [{ from: available(user), to: locked(user), amount }],
})

/** Moves parts of held money on. The rest stays held until it is consumed or released. */
export const consumeHolds = async (
  tx: Tx,
  consumptions: readonly ConsumeHold[],
): Promise<readonly Consumed[]> => (await settleHolds(tx, consumptions, [])).consumed

/** Releases what is left of each owner's hold and closes it; a second release does nothing. */
export const releaseHolds = async (
  tx: Tx,
  owners: readonly HoldPurpose[],
): Promise<readonly Released[]> => (await settleHolds(tx, [], owners)).released

export type SettledHolds = Readonly<{
  consumed: readonly Consumed[]
  released: readonly Released[]
}>

/** Consumes parts of holds, then releases what is left of the given owners' holds. */
export async function settleHolds(
  tx: Tx,
  consumptions: readonly ConsumeHold[],
  owners: readonly HoldPurpose[],
): Promise<SettledHolds> {
  const all = [...consumptions.map(({ owner }) => owner), ...owners]
  if (all.length === 0) return { consumed: [], released: [] }
  const holds = await lockHolds(tx, all)
  const lock = await lockFor(tx, [
    ...draftConsumptions(holds, consumptions),
    ...planReleases(holds, owners).postings,
  ])
  const taken = planConsumptions(holds, new Set(lock.posted.keys()), consumptions)
  const left = new Map([...holds, ...byOwner(taken.changed)])
  const given = planReleases(left, owners)
  const postings = [...taken.postings, ...given.postings]
  postCovered(tx, lock, postings)
  const first = postings.find(({ key }) => !lock.posted.has(key))
  if (first !== undefined) {
    const changed = new Map([...byOwner(taken.changed), ...byOwner(given.changed)])
    updateHolds(tx, [...changed.values()], first.key)
  }
  return { consumed: taken.outcomes, released: given.outcomes }
}

const byOwner = (holds: readonly Hold[]): ReadonlyMap<string, Hold> =>
  new Map(holds.map((hold) => [ownerKey(hold.owner), hold]))

/**
 * Posts moves out of holds. Held money always covers its hold; otherwise the ledger is broken, and
 * this throws.
 */
function postCovered(tx: Tx, lock: LedgerLock, postings: readonly Posting[]): void {
  const short = post(tx, lock, postings).indexOf('insufficient')
  if (short >= 0) throw new Error(`posting ${postings[short]?.key} is not covered by its hold`)
}
