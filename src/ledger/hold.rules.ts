import type { UserId } from '../base/ids.ts'
import { type Asset, money } from '../base/money.ts'
import { type Account, available, locked } from './accounts.ts'
import type { Action, Move, Posting } from './post.rules.ts'

/** Whom frozen money is frozen for. */
export type HoldPurpose = Readonly<{ kind: string; id: string }>

export type Hold = Readonly<{
  owner: HoldPurpose
  user: UserId
  asset: Asset
  initial: bigint
  consumed: bigint
  released: bigint
}>

/** Takes a part of what an owner's hold froze; `key` names the fact (a fill, a completion). */
export type ConsumeHold = Readonly<{
  owner: HoldPurpose
  key: string
  action: Action
  parts: readonly Readonly<{ to: Account; units: bigint }>[]
  /** Other moves of the same fact: what a fill brings in, the fee taken from that. */
  besides?: readonly Move[]
}>

export type Consumed = 'consumed' | 'repeated' | 'exceeds' | 'unknown-hold'

export type Released = 'released' | 'nothing-left' | 'unknown-hold'

export type PlannedConsumptions = Readonly<{
  outcomes: readonly Consumed[]
  postings: readonly Posting[]
  changed: readonly Hold[]
}>

export const ownerKey = ({ kind, id }: HoldPurpose): string => `${kind}:${id}`

const remaining = (hold: Hold): bigint => hold.initial - hold.consumed - hold.released

/**
 * Works out consumptions one after the other. One that was posted before (its key is in
 * `posted`, or stood earlier in the list) takes nothing; one that asks for more than is left
 * takes nothing either.
 */
export function planConsumptions(
  holds: ReadonlyMap<string, Hold>,
  posted: ReadonlySet<string>,
  consumptions: readonly ConsumeHold[],
): PlannedConsumptions {
  const known = new Set(posted)
  const changed = new Map<string, Hold>()
  const postings: Posting[] = []
  const outcomes = consumptions.map((consumption): Consumed => {
    const owner = ownerKey(consumption.owner)
    const hold = changed.get(owner) ?? holds.get(owner)
    if (hold === undefined) return 'unknown-hold'
    const taken = consumption.parts.reduce((sum, { units }) => sum + units, 0n)
    const repeated = known.has(consumption.key)
    if (!repeated && taken > remaining(hold)) return 'exceeds'
    postings.push(postingOf(hold, consumption))
    if (repeated) return 'repeated'
    known.add(consumption.key)
    changed.set(owner, { ...hold, consumed: hold.consumed + taken })
    return 'consumed'
  })
  return { outcomes, postings, changed: [...changed.values()] }
}

/** The postings of consumptions as if none had been posted: what they may reach. */
export const draftConsumptions = (
  holds: ReadonlyMap<string, Hold>,
  consumptions: readonly ConsumeHold[],
): readonly Posting[] =>
  consumptions.flatMap((consumption) => {
    const hold = holds.get(ownerKey(consumption.owner))
    return hold === undefined ? [] : [postingOf(hold, consumption)]
  })

export type PlannedReleases = Readonly<{
  outcomes: readonly Released[]
  postings: readonly Posting[]
  changed: readonly Hold[]
}>

/** Works out what is given back of holds; an owner who stands twice in the list gets it once. */
export function planReleases(
  holds: ReadonlyMap<string, Hold>,
  owners: readonly HoldPurpose[],
): PlannedReleases {
  const open = new Map<string, Hold>()
  const outcomes = owners.map((owner): Released => {
    const key = ownerKey(owner)
    const hold = holds.get(key)
    if (hold === undefined) return 'unknown-hold'
    if (open.has(key) || remaining(hold) === 0n) return 'nothing-left'
    open.set(key, hold)
    return 'released'
  })
  const released = [...open.values()]
  return {
    outcomes,
    postings: released.map(releaseOf),
    changed: released.map((hold) => ({ ...hold, released: hold.initial - hold.consumed })),
  }
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

function postingOf(hold: Hold, { key, action, parts, besides = [] }: ConsumeHold): Posting {
  const taken = parts.map(({ to, units }) => ({
    from: locked(hold.user),
    to,
    amount: money(hold.asset, units),
  }))
  return { key, action, moves: [...taken, ...besides] }
}
