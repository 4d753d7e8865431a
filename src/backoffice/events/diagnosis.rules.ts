import type { attemptOutcomes } from './deliveries.sql.ts'
import type { findings } from './subscription-contracts.ts'
import type { SubscriptionState } from './subscriptions.sql.ts'

type Finding = (typeof findings)[number]

export type Diagnosed = Readonly<{
  state: SubscriptionState
  position: number
  lastPosition: number
  waiting: number
  givenUp: number
  /** How long the oldest fact has waited to be published. */
  unpublishedMs: number
  last: Readonly<{ outcome: (typeof attemptOutcomes)[number]; reason: string | null }> | undefined
}>

const stopped: Readonly<Partial<Record<SubscriptionState, Finding>>> = {
  proposed: 'not-agreed',
  paused: 'paused',
  ended: 'ended',
}

/** Facts are published within a second while a node leads. */
const slowMs = 10_000

/** Why events of a subscription may not arrive, the most decisive reason first. */
export function diagnose(one: Diagnosed): readonly Finding[] {
  const { state, position, lastPosition, waiting, givenUp, unpublishedMs, last } = one
  const found: Finding[] = []
  const stop = stopped[state]
  if (stop !== undefined) found.push(stop)
  if (unpublishedMs > slowMs) found.push('not-published')
  if (lastPosition === 0) found.push('nothing-happened')
  else if (last === undefined && position === lastPosition) found.push('no-matching-type')
  if (last !== undefined && last.outcome !== 'delivered') found.push(reasonOf(last))
  if (waiting > 0) found.push('waiting')
  if (givenUp > 0) found.push('given-up')
  return found.length > 0 ? found : ['all-delivered']
}

const reasonOf = ({ outcome, reason }: NonNullable<Diagnosed['last']>): Finding => {
  if (outcome === 'refused') return 'refused'
  return reason === 'refused-address' ? 'address-refused' : 'unreachable'
}
