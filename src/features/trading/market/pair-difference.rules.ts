import { divide } from '../../../base/money.ts'
import { isMore, isMultiple, parseRatio, type Ratio } from '../../../base/ratio.ts'
import type { VenueMarket } from '../../../providers/venue/venue-objects.ts'
import { areSound, boundsOf } from '../../../reference/pair-bounds.rules.ts'
import type { Pair, PairBounds } from '../../../reference/pairs.sql.ts'
import { ratioOf } from '../order-model/order-terms.rules.ts'

export type PairDifference = Readonly<{
  bound: string
  venue: string
  /**
   * True if we accept orders that the venue refuses; false if we only refuse more than the venue.
   */
  looser: boolean
}>

type Kind = 'step' | 'least' | 'most'

const filters: readonly Readonly<{
  bound: string
  kind: Kind
  /** The venue's filter and field; some bounds have two names. */
  names: readonly (readonly [filterType: string, field: string])[]
  field: Exclude<keyof PairBounds, 'active'>
}>[] = [
  {
    bound: 'priceTick',
    kind: 'step',
    names: [['PRICE_FILTER', 'tickSize']],
    field: 'priceTick',
  },
  {
    bound: 'volumeStep',
    kind: 'step',
    names: [['LOT_SIZE', 'stepSize']],
    field: 'lotStep',
  },
  {
    bound: 'minVolume',
    kind: 'least',
    names: [['LOT_SIZE', 'minQty']],
    field: 'minQuantity',
  },
  {
    bound: 'maxVolume',
    kind: 'most',
    names: [['LOT_SIZE', 'maxQty']],
    field: 'maxQuantity',
  },
  {
    bound: 'maxMarketVolume',
    kind: 'most',
    names: [['MARKET_LOT_SIZE', 'maxQty']],
    field: 'maxMarketQuantity',
  },
  {
    bound: 'minAmount',
    kind: 'least',
    names: [
      ['NOTIONAL', 'minNotional'],
      ['MIN_NOTIONAL', 'minNotional'],
    ],
    field: 'minNotional',
  },
  {
    bound: 'maxAmount',
    kind: 'most',
    names: [['NOTIONAL', 'maxNotional']],
    field: 'maxNotional',
  },
]

/**
 * Returns the bounds of a pair that differ from the venue's; bounds that the venue omits are
 * skipped.
 */
export function differencesOf(
  pair: Pair,
  market: VenueMarket | undefined,
): readonly PairDifference[] {
  if (market?.status !== 'TRADING') {
    return [{ bound: 'status', venue: market?.status ?? 'not traded', looser: true }]
  }
  return filters.flatMap(({ bound, kind, names, field }) => {
    const found = firstText(market, names)
    const venues = found === null ? null : parseRatio(found)
    if (found === null || venues === null) return []
    const ours = ratioOf(pair[field])
    if (!isMore(ours, venues) && !isMore(venues, ours)) return []
    return [{ bound, venue: found, looser: isLooser(kind, ours, venues) }]
  })
}

type Names = (typeof filters)[number]['names']

const firstText = (market: VenueMarket, names: Names): string | null =>
  names.map((name) => textOf(market, name)).find((text) => text !== null) ?? null

/**
 * Returns the venue's bounds of a pair, in units of the pair's assets; bounds that the venue omits
 * or sets to zero keep our value. Null if our units cannot represent a step.
 */
export function venueBounds(pair: Pair, market: VenueMarket): PairBounds | null {
  const bounds = boundsOf(pair)
  const read: Record<(typeof filters)[number]['field'], bigint> = { ...bounds }
  for (const { kind, names, field } of filters) {
    const venues = parseRatio(firstText(market, names) ?? '')
    const units = venues === null ? read[field] : unitsOf(pair[field].asset.scale, venues, kind)
    if (units === null) return null
    read[field] = units
  }
  if (read.maxMarketQuantity > read.maxQuantity) read.maxMarketQuantity = read.maxQuantity
  const next = { ...bounds, ...read }
  return areSound(next) ? next : null
}

/** Converts a bound: a step is exact or null, a minimum rounds up, a maximum rounds down. */
function unitsOf(scale: number, { numerator, denominator }: Ratio, kind: Kind): bigint | null {
  const scaled = numerator * 10n ** BigInt(scale)
  if (kind === 'step' && scaled % denominator !== 0n) return null
  return divide(scaled, denominator, kind === 'least' ? 'up' : 'down')
}

function textOf(
  { filters: all }: VenueMarket,
  [filterType, field]: readonly [string, string],
): string | null {
  const value = all.find((filter) => filter['filterType'] === filterType)?.[field]
  return typeof value === 'string' ? value : null
}

function isLooser(kind: Kind, ours: Ratio, venues: Ratio): boolean {
  if (kind === 'step') return !isMultiple(ours, venues)
  return kind === 'least' ? isMore(venues, ours) : isMore(ours, venues)
}
