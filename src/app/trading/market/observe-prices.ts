import type { Context } from '../../../context.ts'
import type { Pair } from '../../../core/reference/pairs.sql.ts'
import { type Observed, recordPrices } from '../../../core/reference/prices.sql.ts'
import { activePairs, shown } from './market.ts'
import { streamedPrices } from './streamed-prices.ts'

type ObserveContext = Pick<Context, 'clock' | 'config' | 'db' | 'venue'>

/**
 * Records the venue's last prices, which orders are checked against and money is valued by. The
 * venue is called only for prices that its stream did not send recently. While the venue is away,
 * prices age and requests that depend on them are refused. Returns the number recorded.
 */
export async function observePrices(ctx: ObserveContext): Promise<number> {
  if (!ctx.config.venue.prices) return 0
  const pairs = await activePairs(ctx)
  const streamed = streamedPrices(
    ctx,
    pairs.map(({ venueSymbol }) => venueSymbol),
  )
  const pushed = pairs.flatMap(({ txPair, venueSymbol }) => {
    const ticker = streamed.get(venueSymbol)
    return ticker === undefined ? [] : [observed({ txPair, ...ticker })]
  })
  const asked = await queryPrices(
    ctx,
    pairs.filter(({ venueSymbol }) => !streamed.has(venueSymbol)),
  )
  const all = [...pushed, ...asked]
  if (all.length > 0) await recordPrices(ctx.db.read, all)
  return all.length
}

async function queryPrices(
  ctx: ObserveContext,
  pairs: readonly Pair[],
): Promise<readonly Observed[]> {
  if (pairs.length === 0) return []
  // Taken before the call, so that a price is never dated later than it was observed.
  const observedAt = ctx.clock.now()
  const symbols = pairs.map(({ venueSymbol }) => venueSymbol)
  const [prices, best] = await Promise.all([
    ctx.venue.prices(symbols, 'price'),
    ctx.venue.bestPrices(symbols, 'price'),
  ])
  if (prices.kind !== 'accepted') return []
  const sides = best.kind === 'accepted' ? best.value : null
  return pairs.flatMap(({ txPair, venueSymbol }) => {
    const price = prices.value.get(venueSymbol)
    if (price === undefined) return []
    const { bid = null, ask = null } = sides?.get(venueSymbol) ?? {}
    return [observed({ txPair, price, bid, ask, observedAt })]
  })
}

type Seen = Readonly<{
  txPair: string
  price: string
  bid: string | null
  ask: string | null
  observedAt: Date
}>

const observed = ({ txPair, price, bid, ask, observedAt }: Seen): Observed => ({
  pair: txPair,
  price: shown(price),
  bid: bid === null ? null : shown(bid),
  ask: ask === null ? null : shown(ask),
  source: 'venue',
  observedAt,
})
