import { z } from 'zod'
import { textOf } from '../amounts.ts'
import { type Books, bestOffers, marketOf, offersOf } from '../books.ts'
import { listingOf, symbolStatuses } from '../listing.ts'
import { type Market, markets, symbolObject } from '../markets.ts'
import type { Offer } from '../offers.ts'
import { badCombination, choiceOf, flagOf, limitOf, type Params } from '../requests/parameters.ts'
import { no } from '../requests/refusal.ts'

const List = z.array(z.string()).min(1).max(100)

function listOf(name: string, text: string): readonly string[] {
  try {
    return List.parse(JSON.parse(text))
  } catch {
    throw no(-1100, `Illegal characters found in parameter '${name}'.`)
  }
}

/** Returns the names in the parameter `symbols`, a JSON list; null if it was not sent. */
export const symbolsNamed = ({ symbols }: Params): readonly string[] | null =>
  symbols === undefined ? null : listOf('symbols', symbols)

const statusAsked = (params: Params): string | null =>
  choiceOf(params, 'symbolStatus', symbolStatuses, no(-1122, 'Invalid symbolStatus.'))

/** Returns `show` of the symbols that a call names: one object for `symbol`, else a list. */
export function askedMarkets<Shown>(
  { listings }: Pick<Books, 'listings'>,
  params: Params,
  show: (market: Market) => Shown,
): Shown | readonly Shown[] {
  const { symbol } = params
  const named = symbolsNamed(params)
  const status = statusAsked(params)
  const fits = (market: Market) =>
    status === null || listingOf(listings, market.symbol).status === status
  if (symbol !== undefined) {
    if (named !== null) throw badCombination()
    const market = marketOf(symbol)
    if (!fits(market))
      throw no(-1220, "The symbol's status does not match the requested symbolStatus.")
    return show(market)
  }
  if (named !== null && new Set(named).size < named.length) {
    throw no(-1151, 'Symbol is present multiple times in the list.')
  }
  const found = named?.map(marketOf) ?? [...markets.values()]
  return found.filter(fits).map(show)
}

/** `SPOT`, or a JSON list of permissions. All symbols here permit only SPOT. */
function permitsSpot({ permissions }: Params): boolean {
  if (permissions === undefined) return true
  const named = permissions.startsWith('[') ? listOf('permissions', permissions) : [permissions]
  return named.includes('SPOT')
}

export function exchangeInfo(
  params: Params,
  { books, rateLimits }: Readonly<{ books: Books; rateLimits: readonly unknown[] }>,
) {
  const { symbol, symbols, permissions, symbolStatus } = params
  const oneWay = [symbol, symbols, permissions ?? symbolStatus].filter((one) => one !== undefined)
  if (oneWay.length > 1) throw badCombination()
  const showSets = flagOf(params, 'showPermissionSets') ?? true
  const found = [
    askedMarkets(books, params, (market) =>
      symbolObject(market, listingOf(books.listings, market.symbol), books.mostOpen),
    ),
  ].flat()
  return {
    timezone: 'UTC',
    serverTime: books.now(),
    rateLimits,
    exchangeFilters: [],
    symbols: permitsSpot(params)
      ? found.map((one) => (showSets ? one : { ...one, permissionSets: [] }))
      : [],
  }
}

export const tickerPrice = (books: Books, params: Params) =>
  askedMarkets(books, params, ({ symbol }) => ({
    symbol,
    price: textOf(books.tape.last(symbol).price),
  }))

export const bookTicker = (books: Books, params: Params) =>
  askedMarkets(books, params, (market) => ({ symbol: market.symbol, ...bestOffers(books, market) }))

export const oneOrManyWeight = ({ symbol }: Params): number => (symbol === undefined ? 4 : 2)

const depthCount = (params: Params): number => limitOf(params, 100, 5_000)

export function depth(books: Books, params: Params) {
  const market = marketOf(params['symbol'])
  const count = depthCount(params)
  const shown = ({ shown, quantity }: Offer) => [textOf(shown), textOf(quantity)]
  return {
    lastUpdateId: books.lastId,
    bids: offersOf(books, market, 'SELL').slice(0, count).map(shown),
    asks: offersOf(books, market, 'BUY').slice(0, count).map(shown),
  }
}

/** More levels of the depth weigh more. */
export function depthWeight(params: Params): number {
  const count = depthCount(params)
  if (count <= 100) return 5
  return count <= 500 ? 25 : count <= 1_000 ? 50 : 250
}
