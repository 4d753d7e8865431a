import { z } from 'zod'
import { textOf } from './amounts.ts'
import { type Books, marketOf, offersOf, priceOf } from './books.ts'
import { missing } from './gate.ts'
import { type Market, markets, symbolObject } from './markets.ts'
import type { Offer } from './offers.ts'
import { no } from './refusal.ts'
import { candle, intervalMs, openings } from './walk.ts'
import type { Weights } from './weights.ts'

type Params = Readonly<Record<string, string>>

const Symbols = z.array(z.string()).min(1).max(100)

/** The symbols a call names, by `symbol` or as a JSON list; all of them when it names none. */
function askedMarkets({ symbol, symbols }: Params): readonly Market[] {
  if (symbol !== undefined && symbols !== undefined) {
    throw no(-1128, 'Combination of optional parameters invalid.')
  }
  if (symbol !== undefined) return [marketOf(symbol)]
  if (symbols === undefined) return [...markets.values()]
  const named = Symbols.safeParse(parsed(symbols))
  if (!named.success) {
    throw no(-1100, "Illegal characters found in parameter 'symbols'.")
  }
  if (new Set(named.data).size < named.data.length) throw no(-1151, 'Symbol is present twice.')
  return named.data.map(marketOf)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type InfoSources = Pick<Weights, 'rateLimits'> & Readonly<{ books: Books }>

export const exchangeInfo = (
  params: Params,
  { rateLimits, books }: InfoSources,
  serverTime: number,
) => ({
  timezone: 'UTC',
  serverTime,
  rateLimits: rateLimits(),
  exchangeFilters: [],
  symbols: askedMarkets(params).map((market) => symbolObject(market, books.mostOpen)),
})

/** One object where one symbol was named, else a list. */
const oneOrAll = <Shown>({ symbol }: Params, all: readonly Shown[]): Shown | readonly Shown[] =>
  symbol === undefined ? all : (all[0] ?? all)

export const tickerPrice = (books: Books, params: Params) =>
  oneOrAll(
    params,
    askedMarkets(params).map((market) => ({
      symbol: market.symbol,
      price: textOf(priceOf(books, market)),
    })),
  )

/** The best of both sides; of a side that is empty the venue shows zeros. */
export const bookTicker = (books: Books, params: Params) =>
  oneOrAll(
    params,
    askedMarkets(params).map((market) => {
      const [bid] = offersOf(books, market, 'SELL')
      const [ask] = offersOf(books, market, 'BUY')
      return {
        symbol: market.symbol,
        bidPrice: textOf(bid?.shown ?? 0n),
        bidQty: textOf(bid?.quantity ?? 0n),
        askPrice: textOf(ask?.shown ?? 0n),
        askQty: textOf(ask?.quantity ?? 0n),
      }
    }),
  )

const wholeNumber = (text: string | undefined, otherwise: number, most: number): number => {
  const asked = text === undefined ? otherwise : Number(text)
  if (!Number.isInteger(asked) || asked < 1) {
    throw no(-1100, "Illegal characters found in parameter 'limit'.")
  }
  return Math.min(asked, most)
}

export const limitOf = ({ limit }: Params, otherwise: number): number =>
  wholeNumber(limit, otherwise, 1_000)

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

const depthCount = ({ limit }: Params): number => wholeNumber(limit, 100, 5_000)

/** More of the depth weighs more. */
export function depthWeight(params: Params): number {
  const count = depthCount(params)
  if (count <= 100) return 5
  return count <= 500 ? 25 : count <= 1_000 ? 50 : 250
}

export function klines(params: Params, nowMs: number) {
  const market = marketOf(params['symbol'])
  const everyMs = intervalMs(params['interval'] ?? '')
  if (params['interval'] === undefined) throw missing('interval')
  if (everyMs === null) throw no(-1120, 'Invalid interval.')
  const toMs = timeOf(params, 'endTime') ?? nowMs
  const span = {
    everyMs,
    fromMs: timeOf(params, 'startTime'),
    toMs: Math.min(toMs, nowMs),
    count: limitOf(params, 500),
  }
  return openings(span).map((openTime) => {
    const { open, high, low, close, volume, trades } = candle(market, openTime, everyMs)
    const quote = (volume * close) / 10n ** 8n
    return [
      openTime,
      textOf(open),
      textOf(high),
      textOf(low),
      textOf(close),
      textOf(volume),
      openTime + everyMs - 1,
      textOf(quote),
      trades,
      textOf(volume / 2n),
      textOf(quote / 2n),
      '0',
    ]
  })
}

/** A moment in milliseconds, or null where none was named. */
export function timeOf(params: Params, name: string): number | null {
  const text = params[name]
  if (text === undefined) return null
  if (!/^\d{1,14}$/.test(text)) {
    throw no(-1100, `Illegal characters found in parameter '${name}'.`)
  }
  return Number(text)
}
