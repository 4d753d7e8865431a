import type { UserId } from '../../base/values/ids.ts'
import { type Asset, money } from '../../base/values/money.ts'
import { type Account, available, locked } from './accounts.ts'
import type { Action, Move, Posting, Trade } from './post.rules.ts'

/** The owner of a hold: the kind of thing that money is frozen for, and its id. */
export type HoldPurpose = Readonly<{ kind: string; id: string }>

export type Hold = Readonly<{
  owner: HoldPurpose
  user: UserId
  asset: Asset
  initial: bigint
  consumed: bigint
  released: bigint
}>

/** Takes a part of an owner's hold; `key` names the fact (a fill, a completion). */
export type ConsumeHold = Readonly<{
  owner: HoldPurpose
  key: string
  action: Action
  parts: readonly Readonly<{ to: Account; units: bigint }>[]
  /** Other moves of the same fact, such as the proceeds of a fill and the fee on them. */
  besides?: readonly Move[]
  trade?: Trade
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
 * Plans consumptions in order. A consumption takes nothing if its key is in `posted` or came
 * earlier in the list, or if it asks for more than is left.
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

/** Drafts the postings of consumptions as if none had been posted, to know what to lock. */
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

/** Plans the release of what is left of holds; an owner listed twice is released once. */
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

function postingOf(hold: Hold, { key, action, parts, besides = [], trade }: ConsumeHold): Posting {
  const taken = parts.map(({ to, units }) => ({
    from: locked(hold.user),
    to,
    amount: money(hold.asset, units),
  }))
  const moves = [...taken, ...besides]
  return trade === undefined ? { key, action, moves } : { key, action, moves, trade }
}
