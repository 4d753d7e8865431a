import { divide } from '../../../base/values/money.ts'
import { isMore, isMultiple, parseRatio, type Ratio } from '../../../base/values/ratio.ts'
import { areSound, boundsOf } from '../../../core/reference/pair-bounds.rules.ts'
import type { Pair, PairBounds } from '../../../core/reference/pairs.sql.ts'
import { boundIn, isTraded, type VenueBound } from '../../../providers/venue/market-bounds.rules.ts'
import type { VenueMarket } from '../../../providers/venue/venue-objects.ts'
import { ratioOf } from '../order-model/order-terms.rules.ts'

export type PairDifference = Readonly<{
  bound: string
  /** The property of our pair; null if the whole pair differs. */
  field: VenueBound | null
  venue: string
  /**
   * True if we accept orders that the venue refuses; false if we only refuse more than the venue.
   */
  looser: boolean
}>

type Kind = 'step' | 'least' | 'most'

const bounds: readonly Readonly<{ bound: string; kind: Kind; field: VenueBound }>[] = [
  { bound: 'priceTick', kind: 'step', field: 'priceTick' },
  { bound: 'volumeStep', kind: 'step', field: 'lotStep' },
  { bound: 'minVolume', kind: 'least', field: 'minQuantity' },
  { bound: 'maxVolume', kind: 'most', field: 'maxQuantity' },
  { bound: 'maxMarketVolume', kind: 'most', field: 'maxMarketQuantity' },
  { bound: 'minAmount', kind: 'least', field: 'minNotional' },
  { bound: 'maxAmount', kind: 'most', field: 'maxNotional' },
]

/**
 * Returns the bounds of a pair that differ from the venue's; bounds that the venue omits are
 * skipped.
 */
export function differencesOf(
  pair: Pair,
  market: VenueMarket | undefined,
): readonly PairDifference[] {
  if (market === undefined || !isTraded(market)) {
    return [{ bound: 'status', field: null, venue: market?.status ?? 'not traded', looser: true }]
  }
  return bounds.flatMap(({ bound, kind, field }) => {
    const found = boundIn(market, field)
    const venues = found === null ? null : parseRatio(found)
    if (found === null || venues === null) return []
    const ours = ratioOf(pair[field])
    if (!isMore(ours, venues) && !isMore(venues, ours)) return []
    return [{ bound, field, venue: found, looser: isLooser(kind, ours, venues) }]
  })
}

/**
 * Returns the venue's bounds of a pair, in units of the pair's assets; bounds that the venue omits
 * or sets to zero keep our value. Null if our units cannot represent a step.
 */
export function venueBounds(pair: Pair, market: VenueMarket): PairBounds | null {
  const ours = boundsOf(pair)
  const read: Record<VenueBound, bigint> = { ...ours }
  for (const { kind, field } of bounds) {
    const venues = parseRatio(boundIn(market, field) ?? '')
    const units = venues === null ? read[field] : unitsOf(pair[field].asset.scale, venues, kind)
    if (units === null) return null
    read[field] = units
  }
  if (read.maxMarketQuantity > read.maxQuantity) read.maxMarketQuantity = read.maxQuantity
  const next = { ...ours, ...read }
  return areSound(next) ? next : null
}

/** Converts a bound: a step is exact or null, a minimum rounds up, a maximum rounds down. */
function unitsOf(scale: number, { numerator, denominator }: Ratio, kind: Kind): bigint | null {
  const scaled = numerator * 10n ** BigInt(scale)
  if (kind === 'step' && scaled % denominator !== 0n) return null
  return divide(scaled, denominator, kind === 'least' ? 'up' : 'down')
}

function isLooser(kind: Kind, ours: Ratio, venues: Ratio): boolean {
  if (kind === 'step') return !isMultiple(ours, venues)
  return kind === 'least' ? isMore(venues, ours) : isMore(ours, venues)
}
