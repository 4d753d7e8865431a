import type { UserId } from '../base/ids.ts'
import { type Money, money } from '../base/money.ts'
import type { Tx } from '../database/database.ts'
import { available, locked } from './accounts.ts'
import {
  type Consumed,
  type ConsumeHold,
  type Owner,
  ownerKey,
  planConsumptions,
  remaining,
} from './hold.rules.ts'
import { insertHolds, lockHolds, updateHolds } from './holds.sql.ts'
import { type Along, type Posted, postAll } from './post.ts'
import { findPostedMoves } from './postings.sql.ts'

/** Freezes an amount for one owner (an order, a withdrawal); an owner has one hold, ever. */
export type OpenHold = Readonly<{ owner: Owner; user: UserId; amount: Money }>

export type Released = 'released' | 'nothing-left' | 'unknown-hold'

/** Moves each amount from available to locked, or answers that the user owns too little. */
export function openHolds(
  tx: Tx,
  holds: readonly OpenHold[],
  along?: Along,
): Promise<readonly Posted[]> {
  return postAll(
    tx,
    holds.map(({ owner, user, amount }) => ({
      key: `hold:${ownerKey(owner)}`,
      action: 'HOLD',
      moves: [{ from: available(user), to: locked(user), amount }],
    })),
    (outcomes) => {
      const opened = holds.filter((_, index) => outcomes[index] === 'posted')
      return Promise.all([insertHolds(tx, opened), along?.(outcomes)])
    },
  )
}

/** Moves parts of frozen money on. What is left stays frozen until it is consumed or released. */
export async function consumeHolds(
  tx: Tx,
  consumptions: readonly ConsumeHold[],
): Promise<readonly Consumed[]> {
  const [holds, posted] = await Promise.all([
    lockHolds(
      tx,
      consumptions.map(({ owner }) => owner),
    ),
    findPostedMoves(
      tx,
      consumptions.map(({ key }) => key),
    ),
  ])
  const plan = planConsumptions(holds, new Set(posted.keys()), consumptions)
  await postCovered(tx, plan.postings)
  await updateHolds(tx, plan.changed)
  return plan.outcomes
}

/** Gives back what is left of each owner's hold and closes it; a second release does nothing. */
export async function releaseHolds(tx: Tx, owners: readonly Owner[]): Promise<readonly Released[]> {
  const holds = await lockHolds(tx, owners)
  const open = [...holds.values()].filter((hold) => remaining(hold) > 0n)
  await postCovered(
    tx,
    open.map((hold) => ({
      key: `release:${ownerKey(hold.owner)}`,
      action: 'RELEASE',
      moves: [
        {
          from: locked(hold.user),
          to: available(hold.user),
          amount: money(hold.asset, remaining(hold)),
        },
      ],
    })),
  )
  await updateHolds(
    tx,
    open.map((hold) => ({ ...hold, released: hold.initial - hold.consumed })),
  )
  const released = new Set(open.map((hold) => ownerKey(hold.owner)))
  return owners.map((owner) => {
    if (!holds.has(ownerKey(owner))) return 'unknown-hold'
    return released.delete(ownerKey(owner)) ? 'released' : 'nothing-left'
  })
}

/** Frozen money always covers its hold; if it does not, the ledger is broken: nothing happens. */
async function postCovered(tx: Tx, postings: Parameters<typeof postAll>[1]): Promise<void> {
  const outcomes = await postAll(tx, postings)
  const short = outcomes.indexOf('insufficient')
  if (short >= 0) throw new Error(`posting ${postings[short]?.key} is not covered by its hold`)
}
