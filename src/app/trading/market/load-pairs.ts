import { formatMoney, money } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { changedFacts, insertCatalogueAudit } from '../../../core/operators/operator-audit.sql.ts'
import { type ListedAsset, listAssets } from '../../../core/reference/assets.sql.ts'
import type { Loaded } from '../../../core/reference/loaded.ts'
import { areSound, boundsOf } from '../../../core/reference/pair-bounds.rules.ts'
import {
  insertPair,
  listPairs,
  lockPair,
  type Pair,
  type PairBounds,
  writePair,
} from '../../../core/reference/pairs.sql.ts'
import { isTraded } from '../../../providers/venue/market-bounds.rules.ts'
import type { VenueMarket } from '../../../providers/venue/venue-objects.ts'
import { venueBounds } from './pair-difference.rules.ts'

type Loading = Pick<Context, 'db' | 'venue'>

/**
 * Loads the bounds of our pairs from the venue, closes pairs that the venue does not trade, and
 * adds, closed, those that it trades between our assets. Values that an operator changed stay, and
 * no pair is opened: an operator does that.
 */
export async function loadPairs(ctx: Loading): Promise<Loaded> {
  const pairs = await listPairs(ctx.db.read)
  const lacking = lackingPairs(await listAssets(ctx.db), pairs)
  const symbols = [...pairs, ...lacking].map(({ venueSymbol }) => venueSymbol)
  const answer = await ctx.venue.markets(symbols, 'account')
  if (answer.kind !== 'accepted') {
    const why = answer.kind === 'rejected' ? answer.message : answer.why
    return { complete: false, lines: [`venue: no list of pairs (${why}); they stay as they are`] }
  }
  const markets = new Map(answer.value.map((market) => [market.symbol, market]))
  const lines = await ctx.db.inTransaction(async (tx) => {
    const outcomes: string[] = []
    for (const { txPair, venueSymbol } of pairs) {
      outcomes.push(await loadPair(tx, txPair, markets.get(venueSymbol)))
    }
    for (const pair of lacking) {
      const market = markets.get(pair.venueSymbol)
      if (market !== undefined && isTraded(market)) outcomes.push(await addPair(tx, pair, market))
    }
    return outcomes
  })
  return { complete: true, lines }
}

async function loadPair(tx: Tx, txPair: string, market: VenueMarket | undefined): Promise<string> {
  const pair = await lockPair(tx, txPair)
  if (pair === null) return `pair ${txPair}: is gone`
  const changed = await changedFacts(tx, 'pair.edit', { kind: 'pair', id: txPair })
  const before = boundsOf(pair)
  if (market === undefined || !isTraded(market)) {
    if (!pair.active) return `pair ${txPair}: closed, and the venue does not trade it`
    if (changed.has('active')) return `pair ${txPair}: an operator opened it; the venue does not`
    await write(tx, pair, { ...before, active: false })
    return `pair ${txPair}: closed now, because the venue does not trade it`
  }
  const venues = venueBounds(pair, market)
  if (venues === null)
    return `pair ${txPair}: unchanged, because our units cannot represent its bounds`
  const after = withChanged(before, venues, changed)
  const kept = [...changed].filter((name) => name !== 'active')
  if (!areSound(after)) {
    const set = `${kept.join(', ')}, which operators set`
    return `pair ${txPair}: unchanged, because the venue's bounds contradict ${set}`
  }
  const facts = await write(tx, pair, after)
  const own = kept.length === 0 ? '' : `; an operator set ${kept.join(', ')}`
  const state = pair.active ? 'open' : 'closed: open it with PUT pairs'
  const news = Object.entries(facts).map(([name, value]) => `${name} ${value}`)
  return `pair ${txPair}: ${news.length === 0 ? 'unchanged' : news.join(', ')}${own} (${state})`
}

/** Returns the venue's bounds, except for those that an operator changed. */
const withChanged = (
  before: PairBounds,
  venues: PairBounds,
  changed: ReadonlySet<string>,
): PairBounds => ({
  ...venues,
  ...Object.fromEntries(Object.entries(before).filter(([name]) => changed.has(name))),
})

/** Writes the bounds that differ, and returns them. */
async function write(tx: Tx, pair: Pair, after: PairBounds) {
  const [was, is] = [factsOf(pair, boundsOf(pair)), factsOf(pair, after)]
  const different = (facts: typeof is) =>
    Object.fromEntries(Object.entries(facts).filter(([name]) => was[name] !== is[name]))
  const news = different(is)
  if (Object.keys(news).length === 0) return news
  await writePair(tx, pair.id, after)
  await insertCatalogueAudit(tx, { kind: 'pair', id: pair.txPair }, different(was), news)
  return news
}

/** Bounds in the form that operators edit. */
const factsOf = (
  { base, quote }: Pick<Pair, 'base' | 'quote'>,
  bounds: PairBounds,
): Readonly<Record<string, string | boolean>> => {
  const of = (asset: Pair['base'], units: bigint) => formatMoney(money(asset, units))
  return {
    active: bounds.active,
    priceTick: of(quote, bounds.priceTick),
    lotStep: of(base, bounds.lotStep),
    minQuantity: of(base, bounds.minQuantity),
    maxQuantity: of(base, bounds.maxQuantity),
    maxMarketQuantity: of(base, bounds.maxMarketQuantity),
    minNotional: of(quote, bounds.minNotional),
    maxNotional: of(quote, bounds.maxNotional),
  }
}

/** A pair that we could add; bounds that the venue omits are taken from a similar pair. */
type Lacking = Readonly<{ txPair: string; venueSymbol: string; base: ListedAsset; like: Pair }>

/** Returns the missing pairs of each active coin with each quote asset. */
function lackingPairs(assets: readonly ListedAsset[], pairs: readonly Pair[]): readonly Lacking[] {
  const coins = assets.filter(({ kind, active }) => kind === 'COIN' && active)
  const quotes = [...new Map(pairs.map((pair) => [pair.quote.id, pair])).values()]
  return quotes.flatMap((like) =>
    coins.flatMap((base) => {
      const isKnown = pairs.some((one) => one.base.id === base.id && one.quote.id === like.quote.id)
      const { symbol } = like.quote
      return isKnown || base.id === like.quote.id
        ? []
        : [{ txPair: `${base.symbol}_${symbol}`, venueSymbol: base.symbol + symbol, base, like }]
    }),
  )
}

async function addPair(
  tx: Tx,
  { txPair, venueSymbol, base, like }: Lacking,
  market: VenueMarket,
): Promise<string> {
  const none = money(base, 0n)
  const pair: Pair = {
    ...like,
    base,
    active: false,
    lotStep: none,
    minQuantity: none,
    maxQuantity: none,
    maxMarketQuantity: none,
  }
  const bounds = venueBounds(pair, market)
  if (bounds === null)
    return `pair ${txPair}: not added, because our units cannot represent its bounds`
  const [baseId, quoteId, categoryId] = [base.id, like.quote.id, like.category.id]
  await insertPair(tx, { ...bounds, txPair, venueSymbol, baseId, quoteId, categoryId })
  await insertCatalogueAudit(tx, { kind: 'pair', id: txPair }, null, factsOf(pair, bounds))
  return `pair ${txPair}: added, closed: judge its bounds and fees, then open it with PUT pairs`
}
