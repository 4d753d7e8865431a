export const venueOrderStatuses = [
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
export type VenueOrderStatus = (typeof venueOrderStatuses)[number]

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

export function venueStateOf(status: VenueOrderStatus): VenueOrderState {
  if (!ends.has(status)) {
    return { status, stage: status === 'NEW' ? 'accepted' : 'open', endReason: null }
  }
  return { status, stage: 'ended', endReason: status === 'FILLED' ? null : status }
}

/** Whether an order ended because it met another order of our account. */
export const isSelfTradeEnd = (endReason: string | null): boolean =>
  endReason === 'EXPIRED_IN_MATCH'
