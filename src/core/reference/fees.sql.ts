import { sql } from 'kysely'
import { perMillion } from '../../base/values/money.ts'
import type { Reader, Tx } from '../database/database.ts'
import { columnsOf, oneOfTexts, type RowOf, readRows } from '../database/driver/read-rows.ts'
import {
  pairClasses,
  ratesOn,
  type TaxCollector,
  type TaxRate,
  taxCollectors,
} from './tax-rates.rules.ts'

const rateColumns = columnsOf({
  kind: oneOfTexts('PPH', 'PPN'),
  side: oneOfTexts('BUY', 'SELL', 'FEE'),
  pairClass: oneOfTexts(...pairClasses, 'any'),
  collector: oneOfTexts(...taxCollectors),
  ratePpm: 'bigint',
  numerator: 'bigint',
  denominator: 'bigint',
  validFrom: 'text',
  rule: 'text',
  isOurs: 'boolean',
})

/** A rate with the status of the collector that it is for. */
export type CollectorRate = TaxRate & Readonly<{ collector: TaxCollector; isOurs: boolean }>

const rateFields = sql`
  kind, side, pair_class as "pairClass", collector, rate_ppm as "ratePpm",
  base_numerator as numerator, base_denominator as denominator,
  valid_from::text as "validFrom", rule,
  collector = (select value from settings where key = 'tax.collector') as "isOurs"`

/** Lists every past, current and future rate of every collector, oldest first. */
export async function listAllTaxRates(db: Reader): Promise<readonly CollectorRate[]> {
  const rows = await readRows(db, rateColumns)`
    select ${rateFields} from tax_rates order by valid_from, id`
  return rows.map(rateOf)
}

/** Lists the rates for the status that we collect under, oldest first. */
export const listTaxRates = async (db: Reader): Promise<readonly TaxRate[]> =>
  (await listAllTaxRates(db)).filter(({ isOurs }) => isOurs)

/**
 * Returns the tax in fees for the status that we collect under, at the time of the transaction,
 * with that time; null if there is none.
 */
export async function readFeeRate(tx: Tx): Promise<Readonly<{ rate: TaxRate; now: Date }> | null> {
  const rows = await readRows(tx, { ...rateColumns, now: 'timestamptz' })`
    select ${rateFields}, now() as now from tax_rates where side = 'FEE' order by valid_from, id`
  const now = rows[0]?.now
  if (now === undefined) return null
  const ours = rows.filter(({ isOurs }) => isOurs).map(rateOf)
  const [rate] = ratesOn(ours, { side: 'FEE', pairClass: 'any' }, now)
  return rate === undefined ? null : { rate, now }
}

function rateOf(row: RowOf<typeof rateColumns>): CollectorRate {
  const { ratePpm, numerator, denominator, ...facts } = row
  return {
    ...facts,
    rate: perMillion(BigInt(ratePpm)),
    base: { numerator: BigInt(numerator), denominator: BigInt(denominator) },
  }
}

type Series = Pick<CollectorRate, 'kind' | 'side' | 'pairClass' | 'collector'>

/** Locks the rates until the transaction ends; returns those of a series, oldest first. */
export async function lockTaxRates(tx: Tx, series: Series): Promise<readonly CollectorRate[]> {
  await sql`lock table tax_rates in share row exclusive mode`.execute(tx)
  const { kind, side, pairClass, collector } = series
  return (await listAllTaxRates(tx)).filter(
    (one) =>
      one.kind === kind &&
      one.side === side &&
      one.pairClass === pairClass &&
      one.collector === collector,
  )
}

/** Plans a rate of a series, instead of one that was planned from the same day. */
export async function writeTaxRate(
  tx: Tx,
  { kind, side, pairClass, collector }: Series,
  { rate, base, validFrom, rule }: Pick<TaxRate, 'rate' | 'base' | 'validFrom' | 'rule'>,
): Promise<void> {
  await sql`
    insert into tax_rates (kind, side, pair_class, collector, rate_ppm, base_numerator,
      base_denominator, valid_from, rule)
    values (${kind}, ${side}, ${pairClass}, ${collector}, ${rate.ppm}, ${base.numerator},
      ${base.denominator}, ${validFrom}::date, ${rule})
    on conflict (kind, side, pair_class, collector, valid_from) do update
    set rate_ppm = excluded.rate_ppm, base_numerator = excluded.base_numerator,
      base_denominator = excluded.base_denominator, rule = excluded.rule`.execute(tx)
}
