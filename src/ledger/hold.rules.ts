import type { UserId } from '../base/ids.ts'
import { type Asset, money } from '../base/money.ts'
import { type Account, locked } from './accounts.ts'
import type { Action, Move, Posting } from './post.rules.ts'

/** Whom frozen money is frozen for. */
export type Owner = Readonly<{ kind: string; id: string }>

export type Hold = Readonly<{
  owner: Owner
  user: UserId
  asset: Asset
  initial: bigint
  consumed: bigint
  released: bigint
}>

/** Takes a part of what an owner's hold froze; `key` names the fact (a fill, a completion). */
export type ConsumeHold = Readonly<{
  owner: Owner
  key: string
  action: Action
  parts: readonly Readonly<{ to: Account; units: bigint }>[]
  /** Other moves of the same fact: what a fill brings in, the fee taken from that. */
  besides?: readonly Move[]
}>

export type Consumed = 'consumed' | 'repeated' | 'exceeds' | 'unknown-hold'

export type PlannedConsumptions = Readonly<{
  outcomes: readonly Consumed[]
  postings: readonly Posting[]
  changed: readonly Hold[]
}>

export const ownerKey = ({ kind, id }: Owner): string => `${kind}:${id}`

export const remaining = (hold: Hold): bigint => hold.initial - hold.consumed - hold.released

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
export const draftPostings = (
  holds: ReadonlyMap<string, Hold>,
  consumptions: readonly ConsumeHold[],
): readonly Posting[] =>
  consumptions.flatMap((consumption) => {
    const hold = holds.get(ownerKey(consumption.owner))
    return hold === undefined ? [] : [postingOf(hold, consumption)]
  })

function postingOf(hold: Hold, { key, action, parts, besides = [] }: ConsumeHold): Posting {
  const taken = parts.map(({ to, units }) => ({
    from: locked(hold.user),
    to,
    amount: money(hold.asset, units),
  }))
  return { key, action, moves: [...taken, ...besides] }
}
