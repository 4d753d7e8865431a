import type { Money } from '../../../base/money.ts'
import { isMore, isMultiple, parseRatio, type Ratio } from '../../../base/ratio.ts'
import type { VenueMarket } from '../../../providers/venue/venue-objects.ts'
import type { Pair } from '../../../reference/pairs.sql.ts'
import { ratioOf } from '../order-model/order-terms.rules.ts'

export type Difference = Readonly<{
  bound: string
  venue: string
  /** Whether orders get through here that the venue refuses; else we only refuse more than it. */
  looser: boolean
}>

type Kind = 'step' | 'least' | 'most'

const filters: readonly Readonly<{
  bound: string
  kind: Kind
  /** The filter and field of the venue; some have two names for one. */
  names: readonly (readonly [filterType: string, field: string])[]
  ours: (pair: Pair) => Money
}>[] = [
  {
    bound: 'priceTick',
    kind: 'step',
    names: [['PRICE_FILTER', 'tickSize']],
    ours: ({ priceTick }) => priceTick,
  },
  {
    bound: 'volumeStep',
    kind: 'step',
    names: [['LOT_SIZE', 'stepSize']],
    ours: ({ lotStep }) => lotStep,
  },
  {
    bound: 'minVolume',
    kind: 'least',
    names: [['LOT_SIZE', 'minQty']],
    ours: ({ minQuantity }) => minQuantity,
  },
  {
    bound: 'maxVolume',
    kind: 'most',
    names: [['LOT_SIZE', 'maxQty']],
    ours: ({ maxQuantity }) => maxQuantity,
  },
  {
    bound: 'maxMarketVolume',
    kind: 'most',
    names: [['MARKET_LOT_SIZE', 'maxQty']],
    ours: ({ maxMarketQuantity }) => maxMarketQuantity,
  },
  {
    bound: 'minAmount',
    kind: 'least',
    names: [
      ['NOTIONAL', 'minNotional'],
      ['MIN_NOTIONAL', 'minNotional'],
    ],
    ours: ({ minNotional }) => minNotional,
  },
  {
    bound: 'maxAmount',
    kind: 'most',
    names: [['NOTIONAL', 'maxNotional']],
    ours: ({ maxNotional }) => maxNotional,
  },
]

/** Where the bounds of a pair are not those of the venue; a bound it leaves out binds nobody. */
export function differencesOf(pair: Pair, market: VenueMarket | undefined): readonly Difference[] {
  if (market?.status !== 'TRADING') {
    return [{ bound: 'status', venue: market?.status ?? 'not traded', looser: true }]
  }
  return filters.flatMap(({ bound, kind, names, ours: oursOf }) => {
    const found = names.map((name) => textOf(market, name)).find((text) => text !== null) ?? null
    const venues = found === null ? null : parseRatio(found)
    if (found === null || venues === null) return []
    const ours = ratioOf(oursOf(pair))
    if (!isMore(ours, venues) && !isMore(venues, ours)) return []
    return [{ bound, venue: found, looser: isLooser(kind, ours, venues) }]
  })
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
