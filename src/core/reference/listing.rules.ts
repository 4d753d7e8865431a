/** The life of a pair or an asset, from its announcement to its end. */
export const listingStates = [
  'announced',
  'trading',
  'sell-only',
  'withdraw-only',
  'delisted',
] as const
export type ListingState = (typeof listingStates)[number]

export const listedKinds = ['pair', 'asset'] as const
export type ListedKind = (typeof listedKinds)[number]

/** What users may do with an asset, or in a pair, in one state. */
export type Allowed = Readonly<{
  buy: boolean
  sell: boolean
  deposit: boolean
  /** A coin may leave in every state; `approved`: each time with an operator. */
  withdraw: 'freely' | 'approved'
}>

const allowed: { readonly [State in ListingState]: Allowed } = {
  announced: { buy: false, sell: false, deposit: true, withdraw: 'freely' },
  trading: { buy: true, sell: true, deposit: true, withdraw: 'freely' },
  'sell-only': { buy: false, sell: true, deposit: true, withdraw: 'freely' },
  'withdraw-only': { buy: false, sell: false, deposit: false, withdraw: 'freely' },
  delisted: { buy: false, sell: false, deposit: false, withdraw: 'approved' },
}

export const allowedIn = (state: ListingState): Allowed => allowed[state]

/** A pair that ended is shown and traded nowhere; neither is one that was switched off. */
export const isListed = ({ active, state }: Readonly<{ active: boolean; state: ListingState }>) =>
  active && state !== 'delisted'

/** A state and the time from which it holds, as a proposal has it. */
export type PlannedState = Readonly<{ state: ListingState; from: Date }>

export const plannedText = ({ state, from }: PlannedState): string =>
  `${state} from ${from.toISOString()}`

const planned = /^([a-z-]+) from (\S+)$/

/** Reads a planned state; null if the text is none. */
export function plannedIn(text: string): PlannedState | null {
  const [, name, at = ''] = planned.exec(text) ?? []
  const state = listingStates.find((one) => one === name)
  const from = new Date(at)
  return state === undefined || Number.isNaN(from.getTime()) ? null : { state, from }
}
