import type { Rejected } from '../outbound.ts'

export const orderStatuses = [
  'NEW',
  'PENDING_NEW',
  'PARTIALLY_FILLED',
  'FILLED',
  'CANCELED',
  'PENDING_CANCEL',
  'REJECTED',
  'EXPIRED',
  'EXPIRED_IN_MATCH',
] as const
export type VenueOrderStatus = (typeof orderStatuses)[number]

export type VenueOrderState = Readonly<{
  status: VenueOrderStatus
  /** `accepted`: nothing of it is executed. */
  stage: 'accepted' | 'open' | 'ended'
  /** Why it ended unfilled, as the venue words it; null for other orders. */
  endReason: string | null
}>

const ends: ReadonlySet<VenueOrderStatus> = new Set([
  'FILLED',
  'CANCELED',
  'REJECTED',
  'EXPIRED',
  'EXPIRED_IN_MATCH',
])

export function stateOf(status: VenueOrderStatus): VenueOrderState {
  if (!ends.has(status)) {
    return { status, stage: status === 'NEW' ? 'accepted' : 'open', endReason: null }
  }
  return { status, stage: 'ended', endReason: status === 'FILLED' ? null : status }
}

const noSuchOrder = '-2013'
const tooOld = '-2026'
const nothingOpen = '-2011'

/** Whether the venue does not have the order, or no longer has it. */
export const isUnknownOrder = ({ code }: Rejected): boolean =>
  code === noSuchOrder || code === tooOld

/** Whether the order is not open, or never existed. */
export const isNotOpen = ({ code }: Rejected): boolean => code === nothingOpen
