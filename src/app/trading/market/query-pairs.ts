import { z } from 'zod'
import { formatMoney, type Money } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import { listPairs, type Pair } from '../../../core/reference/pairs.sql.ts'
import { decimal } from '../../../platform/http/contracts/contracts.ts'
import { boundIn, type VenueBound } from '../../../providers/venue/market-bounds.rules.ts'
import type { VenueMarket } from '../../../providers/venue/venue-objects.ts'
import { shown } from './market.ts'
import { differencesOf } from './pair-difference.rules.ts'

const bounds = [
  'priceTick',
  'lotStep',
  'minQuantity',
  'maxQuantity',
  'maxMarketQuantity',
  'minNotional',
  'maxNotional',
] as const satisfies readonly VenueBound[]

const PairBound = z
  .object({
    bound: z.enum(bounds),
    ours: decimal,
    venue: decimal.nullable().meta({ description: 'null if the venue does not set it.' }),
    differs: z.boolean(),
    looser: z.boolean().meta({ description: 'We accept orders that the venue refuses.' }),
  })
  .meta({ id: 'PairBound' })

export const OperatorPairs = z
  .object({
    venueRead: z.boolean().meta({ description: 'Whether the venue answered.' }),
    pairs: z.array(
      z
        .object({
          txPair: z.string(),
          venueSymbol: z.string(),
          category: z.string(),
          active: z.boolean(),
          atVenue: z.boolean().nullable().meta({ description: 'null if the venue was not read.' }),
          venueStatus: z.string().nullable(),
          differences: z.int(),
          bounds: z.array(PairBound),
        })
        .meta({ id: 'OperatorPair' }),
    ),
  })
  .meta({ id: 'OperatorPairs' })

/** Lists all pairs with their bounds beside the venue's; ours alone if the venue cannot be read. */
export async function showPairs(
  ctx: Pick<Context, 'db' | 'venue'>,
): Promise<z.input<typeof OperatorPairs>> {
  const pairs = await listPairs(ctx.db.read)
  const answer = await ctx.venue.markets(
    pairs.map(({ venueSymbol }) => venueSymbol),
    'public',
  )
  if (answer.kind !== 'accepted') {
    return { venueRead: false, pairs: pairs.map((pair) => pairShown(pair, null)) }
  }
  const markets = new Map(answer.value.map((market) => [market.symbol, market]))
  return {
    venueRead: true,
    pairs: pairs.map((pair) => pairShown(pair, { market: markets.get(pair.venueSymbol) })),
  }
}

/** `read` is null if the venue was not read; without a market, the venue does not have the pair. */
function pairShown(pair: Pair, read: Readonly<{ market: VenueMarket | undefined }> | null) {
  const differences = read === null ? [] : differencesOf(pair, read.market)
  const byField = new Map(differences.map((one) => [one.field, one]))
  return {
    txPair: pair.txPair,
    venueSymbol: pair.venueSymbol,
    category: pair.category.name,
    active: pair.active,
    venueStatus: read?.market?.status ?? null,
    atVenue: read === null ? null : read.market !== undefined,
    differences: differences.length,
    bounds: bounds.map((bound) => {
      const ours: Money = pair[bound]
      const venues = read?.market === undefined ? null : boundIn(read.market, bound)
      const difference = byField.get(bound)
      return {
        bound,
        ours: formatMoney(ours),
        venue: venues === null ? null : shown(venues),
        differs: difference !== undefined,
        looser: difference?.looser ?? false,
      }
    }),
  }
}
