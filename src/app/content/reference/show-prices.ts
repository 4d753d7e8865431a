import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import { formatRatio } from '../../../base/values/ratio.ts'
import type { Context } from '../../../context.ts'
import { isListed } from '../../../core/reference/listing.rules.ts'
import { listPairCategories, listPairs } from '../../../core/reference/pairs.sql.ts'
import {
  type ExchangeRate,
  exchangeRate,
  listPrices,
  type MaxAges,
  type Price,
  readMaxAges,
} from '../../../core/reference/prices.sql.ts'
import { readSeconds } from '../../../core/reference/settings.sql.ts'
import { oneOf, withDefault } from '../../../platform/http/contracts/contracts.ts'
import { inLanguage } from '../content-contracts.ts'

/** The currencies with rates; any other is refused at validation. */
export const currencies = ['USD', 'IDR', 'USDT', 'BTC', 'ETH', 'XRP', 'SOL', 'TRX'] as const

export const AskRate = z.object({
  base: withDefault(oneOf(currencies), 'USD'),
  symbol: withDefault(oneOf(currencies), 'IDR'),
})

export const AskCategories = z.object(inLanguage)

/** A price in the API: its digits, when it was observed, and whether it is too old to trade by. */
export type ShownPrice = Readonly<{
  price: string
  updatedAt: Date
  ageSeconds: number
  stale: boolean
}>

const shownDecimals = 18

/** Returns the rate between two currencies; refuses if the known one is too old. */
export async function showExchangeRate(
  ctx: Pick<Context, 'db'>,
  { base, symbol }: z.output<typeof AskRate>,
) {
  const { price: rate, ...seen } = await shownRate(ctx, base, symbol)
  return { base, symbol, rate, ...seen }
}

/** Returns the price of one USDT in rupiah, for orders of cash. */
export async function showCashOrderPrice(ctx: Pick<Context, 'db'>) {
  return {
    txPair: 'USDT_IDR',
    base: 'USDT',
    quote: 'IDR',
    ...(await shownRate(ctx, 'USDT', 'IDR')),
  }
}

async function shownRate(ctx: Pick<Context, 'db'>, from: string, to: string): Promise<ShownPrice> {
  const { prices, ages, shown } = await readPrices(ctx)
  const young = exchangeRate(prices, from, to, ages)
  const found = young ?? exchangeRate(prices, from, to, shown)
  return found === null ? refuse('api.price_unavailable') : inWords(found, young === null)
}

type Prices = Readonly<{ prices: readonly Price[]; ages: MaxAges; shown: MaxAges }>

/** Reads the prices, with their maximum ages for trading and for display. */
async function readPrices({ db }: Pick<Context, 'db'>): Promise<Prices> {
  const ages = await readMaxAges(db.read)
  const shownMs = (await readSeconds(db.read, 'price.shown_age_seconds')) * 1_000
  const shown = {
    marketMs: Math.max(shownMs, ages.marketMs),
    fiatMs: Math.max(shownMs, ages.fiatMs),
  }
  return { prices: await listPrices(db.read), ages, shown }
}

function inWords({ rate, observedAt, ageMs }: ExchangeRate, stale: boolean): ShownPrice {
  return {
    price: formatRatio(rate, shownDecimals, 'half-up'),
    updatedAt: observedAt,
    ageSeconds: Math.floor(ageMs / 1_000),
    stale,
  }
}

/** Lists the categories with their active pairs; an unknown price is null. */
export async function listCategories(
  ctx: Pick<Context, 'db'>,
  { lang }: z.output<typeof AskCategories>,
) {
  const { prices, ages, shown } = await readPrices(ctx)
  const byPair = new Map(prices.map((price) => [price.pair, price]))
  const priceOf = (txPair: string): ShownPrice | null => {
    const seen = byPair.get(txPair)
    if (seen === undefined || seen.ageMs > shown.marketMs) return null
    return inWords({ ...seen, rate: seen.price }, seen.ageMs > ages.marketMs)
  }
  const pairs = (await listPairs(ctx.db.read)).filter(isListed)
  return (await listPairCategories(ctx.db.read)).map(({ id, code, name, nameId }) => ({
    id,
    code,
    name: lang === 'en' ? name : nameId,
    pairs: pairs
      .filter(({ category }) => category.id === id)
      .map(({ txPair, base, quote }) => ({
        txPair,
        base: base.symbol,
        quote: quote.symbol,
        price: null,
        updatedAt: null,
        ageSeconds: null,
        stale: null,
        ...priceOf(txPair),
      })),
  }))
}
