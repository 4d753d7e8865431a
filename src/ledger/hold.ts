import type { UserId } from '../base/ids.ts'
import { type Money, money } from '../base/money.ts'
import type { Tx } from '../database/database.ts'
import { available, locked } from './accounts.ts'
import {
  type Consumed,
  type ConsumeHold,
  draftPostings,
  type Hold,
  type Owner,
  ownerKey,
  planConsumptions,
  remaining,
} from './hold.rules.ts'
import { insertHolds, lockHolds, updateHolds } from './holds.sql.ts'
import { distinctBalances, type Posting } from './post.rules.ts'
import { lockFor, lockReach, type Posted, post, type Reached } from './post.ts'

/** Freezes an amount for one owner (an order, a withdrawal); an owner has one hold, ever. */
export type OpenHold = Readonly<{ owner: Owner; user: UserId; amount: Money }>

/** A hold whose amount is not known yet. */
export type ComingHold = Readonly<{ owner: Owner; user: UserId; assetId: number }>

export type Released = 'released' | 'nothing-left' | 'unknown-hold'

/** Moves each amount from available to locked, or answers that the user owns too little. */
export async function openHolds(tx: Tx, holds: readonly OpenHold[]): Promise<readonly Posted[]> {
  if (holds.length === 0) return []
  const coming = holds.map(({ owner, user, amount }) => ({ owner, user, assetId: amount.asset.id }))
  return openReached(tx, await reachHolds(tx, coming), holds)
}

/** Locks what some holds will be taken from, before it is decided which of them are opened. */
export const reachHolds = (tx: Tx, coming: readonly ComingHold[]): Promise<Reached> =>
  lockReach(tx, {
    keys: coming.map(({ owner }) => openingKey(owner)),
    ofHouse: [],
    balances: distinctBalances(coming),
  })

/** Opens holds, or those of them that are covered, out of what was locked for them. */
export function openReached(
  tx: Tx,
  reached: Reached,
  holds: readonly OpenHold[],
): readonly Posted[] {
  const outcomes = post(
    tx,
    reached,
    holds.map(({ owner, user, amount }) => ({
      key: openingKey(owner),
      action: 'HOLD',
      moves: [{ from: available(user), to: locked(user), amount }],
    })),
  )
  insertHolds(
    tx,
    holds.filter((_, index) => outcomes[index] === 'posted'),
  )
  return outcomes
}

const openingKey = (owner: Owner): string => `hold:${ownerKey(owner)}`

/** Moves parts of frozen money on. What is left stays frozen until it is consumed or released. */
export async function consumeHolds(
  tx: Tx,
  consumptions: readonly ConsumeHold[],
): Promise<readonly Consumed[]> {
  if (consumptions.length === 0) return []
  const holds = await lockHolds(
    tx,
    consumptions.map(({ owner }) => owner),
  )
  const reached = await lockFor(tx, draftPostings(holds, consumptions))
  const plan = planConsumptions(holds, new Set(reached.posted.keys()), consumptions)
  postCovered(tx, reached, plan.postings)
  updateHolds(tx, plan.changed)
  return plan.outcomes
}

/** Gives back what is left of each owner's hold and closes it; a second release does nothing. */
export async function releaseHolds(tx: Tx, owners: readonly Owner[]): Promise<readonly Released[]> {
  if (owners.length === 0) return []
  const holds = await lockHolds(tx, owners)
  const open = [...holds.values()].filter((hold) => remaining(hold) > 0n)
  const postings = open.map(releaseOf)
  postCovered(tx, await lockFor(tx, postings), postings)
  updateHolds(
    tx,
    open.map((hold) => ({ ...hold, released: hold.initial - hold.consumed })),
  )
  const released = new Set(open.map((hold) => ownerKey(hold.owner)))
  return owners.map((owner) => {
    if (!holds.has(ownerKey(owner))) return 'unknown-hold'
    return released.delete(ownerKey(owner)) ? 'released' : 'nothing-left'
  })
}

const releaseOf = (hold: Hold): Posting => ({
  key: `release:${ownerKey(hold.owner)}`,
  action: 'RELEASE',
  moves: [
    {
      from: locked(hold.user),
      to: available(hold.user),
      amount: money(hold.asset, remaining(hold)),
    },
  ],
})

/** Frozen money always covers its hold; if it does not, the ledger is broken: nothing happens. */
function postCovered(tx: Tx, reached: Reached, postings: readonly Posting[]): void {
  const short = post(tx, reached, postings).indexOf('insufficient')
  if (short >= 0) throw new Error(`posting ${postings[short]?.key} is not covered by its hold`)
}
