import { integerOf } from '../../base/values/integers.ts'
import { perMillion, type Rate } from '../../base/values/money.ts'
import type { Ratio } from '../../base/values/ratio.ts'

/** What a pair is quoted in: rupiah, another fiat currency, or a coin. */
export const pairClasses = ['rupiah', 'fiat', 'coin'] as const
export type PairClass = (typeof pairClasses)[number]

/**
 * A tax on trades, or the value-added tax on fees, from its first day (in Jakarta) until the next
 * of its kind, side and class of pair.
 */
export type TaxRate = Readonly<{
  kind: 'PPH' | 'PPN'
  /** FEE: of every fee, whatever it is for. */
  side: 'BUY' | 'SELL' | 'FEE'
  pairClass: PairClass | 'any'
  rate: Rate
  /** The part of the value that the rate applies to. */
  base: Ratio
  /** As YYYY-MM-DD. */
  validFrom: string
  rule: string
}>

export const taxCollectors = ['domestic', 'foreign'] as const
export type TaxCollector = (typeof taxCollectors)[number]

const jakartaOffsetMs = 7 * 3_600_000

export type Taxed = Readonly<{ side: TaxRate['side']; pairClass: TaxRate['pairClass'] }>

/**
 * Returns the taxes on such trades, or on fees, at this moment, one of each kind, without zero
 * rates. `rates` must be in order, oldest first.
 */
export function ratesOn(
  rates: readonly TaxRate[],
  { side, pairClass }: Taxed,
  at: Date,
): readonly TaxRate[] {
  const day = new Date(at.getTime() + jakartaOffsetMs).toISOString().slice(0, 10)
  const inForce = new Map<string, TaxRate>()
  for (const rate of rates) {
    if (rate.side !== side || rate.pairClass !== pairClass) continue
    if (rate.validFrom <= day) inForce.set(rate.kind, rate)
  }
  return [...inForce.values()].filter(({ rate }) => rate.ppm > 0n)
}

/** What follows each other in time: the rates of a kind, side, class of pair and collector. */
export type TaxSeries = Pick<TaxRate, 'kind' | 'side' | 'pairClass'> &
  Readonly<{ collector: TaxCollector }>

const kinds = ['PPH', 'PPN'] as const
const sides = ['BUY', 'SELL'] as const

/** Every series that there may be. Most have no rate: what they name is not taxed. */
export const taxSeries: readonly TaxSeries[] = taxCollectors.flatMap((collector) => [
  ...kinds.flatMap((kind) =>
    sides.flatMap((side) => pairClasses.map((pairClass) => ({ kind, side, pairClass, collector }))),
  ),
  { kind: 'PPN' as const, side: 'FEE' as const, pairClass: 'any' as const, collector },
])

/** The name of a series: `PPH-SELL-rupiah-domestic`. */
export const seriesName = ({ kind, side, pairClass, collector }: TaxSeries): string =>
  [kind, side, pairClass, collector].join('-')

export const seriesOf = (name: string): TaxSeries | null =>
  taxSeries.find((one) => seriesName(one) === name) ?? null

export type DatedRate = Pick<TaxRate, 'rate' | 'base' | 'validFrom' | 'rule'>

/** A rate as the text of a proposal: `2100 ppm of 1/1 from 2025-08-01 under PMK 50/2025`. */
export const rateText = ({ rate, base, validFrom, rule }: DatedRate): string =>
  `${rate.ppm} ppm of ${base.numerator}/${base.denominator} from ${validFrom} under ${rule}`

const spelled =
  /^(\d{1,6}) ppm of (\d{1,4})\/(\d{1,4}) from (20\d\d-\d\d-\d\d) under (\S(?:.{0,98}\S)?)$/

/** Parses such a text; null if it is none. */
export function rateIn(text: string): DatedRate | null {
  const found = spelled.exec(text)
  if (found === null) return null
  const [, ppm = '', numerator = '', denominator = '', validFrom = '', rule = ''] = found
  return {
    rate: perMillion(BigInt(ppm)),
    base: { numerator: BigInt(numerator), denominator: BigInt(denominator) },
    validFrom,
    rule,
  }
}

/** The highest rate of a tax: a fifth of the value. */
export const mostTaxPpm = 200_000

const yearMs = 366 * 86_400_000

/**
 * Whether a rate may be planned at this moment. It holds from a later day, at most two years ahead:
 * trades of today and before keep the rates that they were taxed by.
 */
export function mayPlan(
  { side }: Pick<TaxSeries, 'side'>,
  { rate, base, validFrom }: DatedRate,
  today: string,
): boolean {
  const begins = Date.parse(validFrom)
  if (Number.isNaN(begins) || !new Date(begins).toISOString().startsWith(validFrom)) return false
  const { numerator, denominator } = base
  const isPart = numerator > 0n && numerator <= denominator
  const isWhole = side === 'FEE' || numerator === denominator
  const isSoon = begins <= Date.parse(today) + 2 * yearMs
  return integerOf(rate.ppm) <= mostTaxPpm && isPart && isWhole && validFrom > today && isSoon
}
