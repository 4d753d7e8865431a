import { sql } from 'kysely'
import { type Asset, convert, type Money } from '../../base/values/money.ts'
import { inverse, isMore, parseRatio, type Ratio, times } from '../../base/values/ratio.ts'
import type { Database, Reader } from '../database/database.ts'
import { deleteInSteps } from '../database/driver/delete-in-steps.sql.ts'
import { readRows } from '../database/driver/read-rows.ts'
import { rowsOf } from '../database/driver/rows.ts'
import { priceLimits } from './price-limits.ts'
import { readSeconds } from './settings.sql.ts'

/** The price of one whole unit of a pair's first asset, in whole units of its second. */
export type Price = Readonly<{
  pair: string
  price: Ratio
  /** The best bid and ask at the venue; null if the venue did not report one. */
  bid: Ratio | null
  ask: Ratio | null
  /** The median of the samples taken within `price.median_seconds`, and their number. */
  median: Ratio | null
  samples: number
  source: 'venue' | 'operator' | 'sandbox'
  observedAt: Date
  /** By the database's clock, at the time it was read. */
  ageMs: number
}>

/** A rate over several prices has the age of the oldest one and the smallest number of samples. */
export type ExchangeRate = Readonly<{
  rate: Ratio
  observedAt: Date
  ageMs: number
  samples: number
}>

type Bound = Readonly<{ maxAgeMs: number }>

/** Returns the last price of a pair; null if it is older than allowed. */
export async function findPrice(
  db: Reader,
  pair: string,
  { maxAgeMs }: Bound,
): Promise<Price | null> {
  const row = await priceRows(db).where('pair', '=', pair).executeTakeFirst()
  const found = row === undefined ? null : priceOf(row)
  return found !== null && found.ageMs <= maxAgeMs ? found : null
}

/** Returns the last prices of these pairs, regardless of age. */
export async function findPrices(
  db: Reader,
  pairs: readonly string[],
): Promise<ReadonlyMap<string, Price>> {
  if (pairs.length === 0) return new Map()
  const rows = await priceRows(db)
    .where('pair', 'in', [...pairs])
    .execute()
  return new Map(rows.flatMap((row) => priceOf(row) ?? []).map((price) => [price.pair, price]))
}

/** Returns the last price of every pair, regardless of age, for callers that show the age. */
export async function listPrices(db: Reader): Promise<readonly Price[]> {
  const rows = await priceRows(db).orderBy('pair').execute()
  return rows.flatMap((row) => priceOf(row) ?? [])
}

/** Maximum ages of prices by which money may be valued. */
export type MaxAges = Readonly<{ marketMs: number; fiatMs: number }>

export async function readMaxAges(db: Reader): Promise<MaxAges> {
  return {
    marketMs: (await readSeconds(db, 'price.max_age_seconds')) * 1_000,
    fiatMs: (await readSeconds(db, 'price.fiat_max_age_seconds')) * 1_000,
  }
}

/**
 * Returns the worth of amounts in another asset, by the prices of one moment: by their pair, or
 * else by way of rupiah or USDT, rounded down. Null if no recent prices lead there; the caller must
 * not take it for nothing.
 */
export async function worthsIn(
  db: Reader,
  amounts: readonly Money[],
  quote: Asset,
): Promise<readonly (Money | null)[]> {
  const isQuoted = ({ asset }: Money) => asset.id === quote.id
  if (amounts.every(isQuoted)) return amounts
  const ages = await readMaxAges(db)
  const prices = await listPrices(db)
  return amounts.map((amount) => {
    if (isQuoted(amount)) return amount
    const found = exchangeRate(prices, amount.asset.symbol, quote.symbol, ages)
    return found === null ? null : convert(amount, quote, found.rate, 'down')
  })
}

/** Intermediate currencies for assets that have no pair, in this order. */
const middles = ['IDR', 'USDT'] as const

/** Currencies that no market of ours prices; operators state their rates from time to time. */
const fiat: ReadonlySet<string> = new Set(['USD'])

/** Returns how many whole units of `to` one whole unit of `from` is worth, by these prices. */
export function exchangeRate(
  prices: readonly Price[],
  from: string,
  to: string,
  ages: MaxAges,
): ExchangeRate | null {
  const young = youngOf(prices, ages)
  return step(young, from, to) ?? crossRate(young, from, to)
}

/**
 * The worth of one whole unit of `from` in `to`, by every price there is: the last one, the median,
 * and the cross rate over a third currency.
 */
export type Valuation = Readonly<{
  highest: Ratio
  lowest: Ratio
  /** The number of samples of the median; of several prices the smallest. */
  samples: number
}>

/** Returns null if no recent last price leads from one to the other. */
export function valuation(
  prices: readonly Price[],
  from: string,
  to: string,
  ages: MaxAges,
): Valuation | null {
  const last = exchangeRate(prices, from, to, ages)
  if (last === null) return null
  const medians = prices.flatMap(({ median, ...price }) =>
    median === null ? [] : [{ ...price, price: median, median }],
  )
  const others = [
    exchangeRate(medians, from, to, ages)?.rate,
    crossRate(youngOf(prices, ages), from, to)?.rate,
  ].flatMap((rate) => rate ?? [])
  return {
    highest: others.reduce((high, rate) => (isMore(rate, high) ? rate : high), last.rate),
    lowest: others.reduce((low, rate) => (isMore(low, rate) ? rate : low), last.rate),
    samples: last.samples,
  }
}

function youngOf(prices: readonly Price[], ages: MaxAges): ReadonlyMap<string, Price> {
  return new Map(
    prices
      .filter((price) => price.ageMs <= maxAgeOf(price, ages))
      .map((price) => [price.pair, price]),
  )
}

function crossRate(
  prices: ReadonlyMap<string, Price>,
  from: string,
  to: string,
): ExchangeRate | null {
  for (const middle of middles) {
    const there = step(prices, from, middle)
    const back = step(prices, middle, to)
    if (there === null || back === null) continue
    const older = there.ageMs >= back.ageMs ? there : back
    const samples = Math.min(there.samples, back.samples)
    return { ...older, rate: times(there.rate, back.rate), samples }
  }
  return null
}

/**
 * The maximum age of a price by which money may be valued. Operators state prices from time to
 * time, so theirs may be older.
 */
export const maxAgeOf = (
  { pair, source }: Pick<Price, 'pair' | 'source'>,
  { fiatMs, marketMs }: MaxAges,
): number => (source === 'operator' || isFiat(pair) ? fiatMs : marketMs)

const isFiat = (pair: string): boolean => pair.split('_').some((currency) => fiat.has(currency))

function step(prices: ReadonlyMap<string, Price>, from: string, to: string): ExchangeRate | null {
  const straight = prices.get(`${from}_${to}`)
  if (straight !== undefined) return rateOf(straight, straight.price)
  const turned = prices.get(`${to}_${from}`)
  return turned === undefined ? null : rateOf(turned, inverse(turned.price))
}

const rateOf = ({ observedAt, ageMs, samples }: Price, rate: Ratio): ExchangeRate => ({
  rate,
  observedAt,
  ageMs,
  samples,
})

export type Observed = Readonly<{
  pair: string
  /** Plain decimal digits above zero. */
  price: string
  bid?: string | null
  ask?: string | null
  source: Price['source']
  observedAt: Date
}>

const { sampleSeconds, samplesKeptSeconds } = priceLimits

/**
 * Stores observed prices, and of each pair one sample every few seconds. An observation from the
 * future counts as one of now, one that is older than the stored price changes nothing, and the
 * sandbox never overrides another source.
 */
export async function recordPrices(db: Reader, observed: readonly Observed[]): Promise<void> {
  const rows = rowsOf(
    observed.map(({ pair, price, bid = null, ask = null, source, observedAt }) => {
      if (parseRatio(price) === null) throw new RangeError(`${pair}: ${price} is not a price`)
      return { pair, price, bid, ask, source, observed_at: observedAt }
    }),
    {
      pair: 'text',
      price: 'numeric',
      bid: 'numeric',
      ask: 'numeric',
      source: 'text',
      observed_at: 'timestamptz',
    },
    'seen',
  )
  const sampled = await readRows(db, { pair: 'text' })`
    with stored as (
      insert into prices (pair, price, bid, ask, source, observed_at)
      select distinct on (pair) pair, price, bid, ask, source,
        least(observed_at, clock_timestamp())
      from ${rows} order by pair, observed_at desc
      on conflict (pair) do update
        set price = excluded.price, bid = excluded.bid, ask = excluded.ask,
          source = excluded.source, observed_at = excluded.observed_at
        where excluded.observed_at >= prices.observed_at
          and (excluded.source <> 'sandbox' or prices.source = 'sandbox')
      returning pair, price, observed_at
    )
    insert into price_samples (pair, at, price)
    select pair, date_bin(make_interval(secs => ${sampleSeconds}), observed_at, 'epoch'), price
    from stored on conflict do nothing returning pair`
  const pairs = sampled.map(({ pair }) => pair)
  if (pairs.length > 0) await updateMedians(db, pairs)
}

/** Recomputes the median of each pair: an exact one, which is one of its samples. */
async function updateMedians(db: Reader, pairs: readonly string[]): Promise<void> {
  await sql`
    update prices p set (median, samples) = (
      select percentile_disc(0.5) within group (order by s.price), count(*)::integer
      from price_samples s
      where s.pair = p.pair and s.at > statement_timestamp() - make_interval(secs => (
        select value::integer from settings where key = 'price.median_seconds')))
    where p.pair = any(${pairs})`.execute(db)
}

export const deleteOldSamples = (db: Pick<Database, 'read'>): Promise<number> =>
  deleteInSteps(db, 'price_samples', sql`at < now() - make_interval(secs => ${samplesKeptSeconds})`)

const ageMs = sql<number>`
  greatest(0, extract(epoch from clock_timestamp() - observed_at) * 1000)::bigint`

const priceRows = (db: Reader) =>
  db
    .selectFrom('prices')
    .select(['pair', 'source', 'observed_at as observedAt', 'samples'])
    .select([
      sql<string>`trim_scale(price)::text`.as('digits'),
      sql<string | null>`trim_scale(bid)::text`.as('bidDigits'),
      sql<string | null>`trim_scale(ask)::text`.as('askDigits'),
      sql<string | null>`trim_scale(median)::text`.as('medianDigits'),
      ageMs.as('ageMs'),
    ])

type PriceRow = Awaited<ReturnType<ReturnType<typeof priceRows>['execute']>>[number]

const sources = { venue: 'venue', operator: 'operator', sandbox: 'sandbox' } as const

/** Ignores a row without a readable price; the table's constraints exclude it. */
function priceOf(row: PriceRow): Price | null {
  const { digits, bidDigits, askDigits, medianDigits, source, ...facts } = row
  const price = parseRatio(digits)
  if (price === null || !isSource(source)) return null
  const bid = bidDigits === null ? null : parseRatio(bidDigits)
  const ask = askDigits === null ? null : parseRatio(askDigits)
  const median = medianDigits === null ? null : parseRatio(medianDigits)
  return { ...facts, price, bid, ask, median, source: sources[source] }
}

const isSource = (text: string): text is Price['source'] => Object.hasOwn(sources, text)
