import { sql } from 'kysely'
import { type Asset, exchange, type Money, type Rounding } from '../base/money.ts'
import { inverse, parseRatio, type Ratio, times } from '../base/ratio.ts'
import type { Database, Tx } from '../database/database.ts'
import { rowsOf } from '../database/rows.ts'
import { readSeconds } from './settings.sql.ts'

/** What one whole unit of a pair's first asset costs in whole units of its second. */
export type Price = Readonly<{
  pair: string
  price: Ratio
  /** What the next unit costs at the venue; null where nobody told. */
  ask: Ratio | null
  source: 'venue' | 'operator' | 'sandbox'
  observedAt: Date
  /** By the database's clock, at the time it was read. */
  ageMs: number
}>

/** Of several prices after each other the age is that of the oldest. */
export type ExchangeRate = Readonly<{ rate: Ratio; observedAt: Date; ageMs: number }>

type Reader = Database['read'] | Tx
type Bound = Readonly<{ maxAgeMs: number }>

/** The last price of a pair; one that is older than it may be is none. */
export async function findPrice(
  db: Reader,
  pair: string,
  { maxAgeMs }: Bound,
): Promise<Price | null> {
  const row = await priceRows(db).where('pair', '=', pair).executeTakeFirst()
  const found = row === undefined ? null : priceOf(row)
  return found !== null && found.ageMs <= maxAgeMs ? found : null
}

/** The last prices of these pairs, however old. */
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

/** The last price of every pair, however old: for those who show the age beside it. */
export async function listPrices(db: Reader): Promise<readonly Price[]> {
  const rows = await priceRows(db).orderBy('pair').execute()
  return rows.flatMap((row) => priceOf(row) ?? [])
}

/** How old the price of a pair may be, for money to be valued by it. */
export type MaxAges = Readonly<{ marketMs: number; fiatMs: number }>

export async function readMaxAges(db: Reader): Promise<MaxAges> {
  return {
    marketMs: (await readSeconds(db, 'price.max_age_seconds')) * 1_000,
    fiatMs: (await readSeconds(db, 'price.fiat_max_age_seconds')) * 1_000,
  }
}

/**
 * What an amount is worth in another asset: by the pair of both, else by way of rupiah or of USDT.
 * Null when no price that is young enough leads there; the caller decides what then must not
 * happen. Round up where more worth is the stricter case.
 */
export async function worthIn(
  db: Reader,
  amount: Money,
  quote: Asset,
  rounding: Rounding = 'down',
): Promise<Money | null> {
  if (amount.asset.id === quote.id) return amount
  const ages = await readMaxAges(db)
  const found = exchangeRate(await listPrices(db), amount.asset.symbol, quote.symbol, ages)
  return found === null ? null : exchange(amount, quote, found.rate, rounding)
}

/** By way of what two currencies that have no pair are compared, in this order. */
const middles = ['IDR', 'USDT'] as const

/** Currencies that no market of ours prices; somebody states their rate now and then. */
const fiat: ReadonlySet<string> = new Set(['USD'])

/** How many whole units of `to` one whole unit of `from` is worth, among these prices. */
export function exchangeRate(
  prices: readonly Price[],
  from: string,
  to: string,
  ages: MaxAges,
): ExchangeRate | null {
  const young = new Map(
    prices
      .filter(({ pair, ageMs }) => ageMs <= (isFiat(pair) ? ages.fiatMs : ages.marketMs))
      .map((price) => [price.pair, price]),
  )
  const direct = step(young, from, to)
  if (direct !== null) return direct
  for (const middle of middles) {
    const there = step(young, from, middle)
    const back = step(young, middle, to)
    if (there === null || back === null) continue
    const older = there.ageMs >= back.ageMs ? there : back
    return { ...older, rate: times(there.rate, back.rate) }
  }
  return null
}

const isFiat = (pair: string): boolean => pair.split('_').some((currency) => fiat.has(currency))

function step(prices: ReadonlyMap<string, Price>, from: string, to: string): ExchangeRate | null {
  const straight = prices.get(`${from}_${to}`)
  if (straight !== undefined) return rateOf(straight, straight.price)
  const turned = prices.get(`${to}_${from}`)
  return turned === undefined ? null : rateOf(turned, inverse(turned.price))
}

const rateOf = ({ observedAt, ageMs }: Price, rate: Ratio): ExchangeRate => ({
  rate,
  observedAt,
  ageMs,
})

export type Observed = Readonly<{
  pair: string
  /** Plain decimal digits above zero. */
  price: string
  ask?: string | null
  source: Price['source']
  observedAt: Date
}>

/**
 * Keeps what was observed. An observation from the future is taken as one of now, one that is
 * older than the one we have changes nothing, and the sandbox never overrides anybody else.
 */
export async function recordPrices(db: Reader, observed: readonly Observed[]): Promise<void> {
  const rows = rowsOf(
    observed.map(({ pair, price, ask = null, source, observedAt }) => {
      if (parseRatio(price) === null) throw new RangeError(`${pair}: ${price} is no price`)
      return { pair, price, ask, source, observed_at: observedAt }
    }),
    { pair: 'text', price: 'numeric', ask: 'numeric', source: 'text', observed_at: 'timestamptz' },
    'seen',
  )
  await sql`
    insert into prices (pair, price, ask, source, observed_at)
    select distinct on (pair) pair, price, ask, source, least(observed_at, clock_timestamp())
    from ${rows} order by pair, observed_at desc
    on conflict (pair) do update
      set price = excluded.price, ask = excluded.ask, source = excluded.source,
        observed_at = excluded.observed_at
      where excluded.observed_at >= prices.observed_at
        and (excluded.source <> 'sandbox' or prices.source = 'sandbox')
  `.execute(db)
}

const ageMs = sql<number>`
  greatest(0, extract(epoch from clock_timestamp() - observed_at) * 1000)::bigint`

const priceRows = (db: Reader) =>
  db
    .selectFrom('prices')
    .select(['pair', 'source', 'observed_at as observedAt'])
    .select([
      sql<string>`trim_scale(price)::text`.as('digits'),
      sql<string | null>`trim_scale(ask)::text`.as('askDigits'),
      ageMs.as('ageMs'),
    ])

type PriceRow = Awaited<ReturnType<ReturnType<typeof priceRows>['execute']>>[number]

const sources = { venue: 'venue', operator: 'operator', sandbox: 'sandbox' } as const

/** A row that holds no price we can read counts as none; the table's constraints exclude it. */
function priceOf({ digits, askDigits, source, ...row }: PriceRow): Price | null {
  const price = parseRatio(digits)
  if (price === null || !isSource(source)) return null
  const ask = askDigits === null ? null : parseRatio(askDigits)
  return { ...row, price, ask, source: sources[source] }
}

const isSource = (text: string): text is Price['source'] => Object.hasOwn(sources, text)
