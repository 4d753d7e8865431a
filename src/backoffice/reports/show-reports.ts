import { z } from 'zod'
import { jakartaDay } from '../../base/clock.ts'
import { type CursorPage, pageOfAll } from '../../base/values/cursor.ts'
import { integerOf } from '../../base/values/integers.ts'
import { add, formatMoney, type Money } from '../../base/values/money.ts'
import { percentOf } from '../../base/values/ratio.ts'
import type { Context } from '../../context.ts'
import { decimal, field } from '../../platform/http/contracts/contracts.ts'
import { placeFields } from '../../platform/http/contracts/lists.ts'
import {
  type ReportSpan,
  sumTaxes,
  sumTrades,
  sumVats,
  type TaxSum,
  type TradeSum,
  vatSources,
} from './reports.sql.ts'

/*
 * Reports of one month in Jakarta. Each day is summed by a statement of its own, so that no
 * statement grows with the month.
 */

const month = /^20[0-9]{2}-(?:0[1-9]|1[0-2])$/

export const OfMonth = z.object({
  month: field({ type: 'string', pattern: month.source }, (value, fail) =>
    typeof value === 'string' && month.test(value)
      ? value
      : fail('The :attribute field format is invalid.'),
  ).meta({ description: 'The month in Jakarta, such as 2026-03.' }),
  ...placeFields,
})
type OfMonth = z.output<typeof OfMonth>

type Reading = Pick<Context, 'clock' | 'db'>

const dayMs = 86_400_000

/** The days of a month that have begun. */
function daysOf({ clock }: Reading, wanted: string): readonly ReportSpan[] {
  const firstMs = Date.parse(`${wanted}-01T00:00:00+07:00`)
  const days = Array.from({ length: 31 }, (_, day) => new Date(firstMs + day * dayMs))
  return days
    .filter((from) => jakartaDay(from).startsWith(wanted) && from <= clock.now())
    .map((from) => ({ from, to: new Date(from.getTime() + dayMs) }))
}

type Sums = Readonly<Record<string, string | number | bigint | boolean | Money>>

/** Adds the figures of two rows: amounts, and numbers of trades. */
const added = <Row extends Sums>(one: Row, other: Row, figures: readonly (keyof Row)[]): Row => {
  const sums = figures.map((name) => {
    const [left, right] = [one[name], other[name]]
    if (typeof left === 'bigint' && typeof right === 'bigint') return [name, left + right]
    if (typeof left === 'object' && typeof right === 'object') return [name, add(left, right)]
    throw new TypeError(`${String(name)} is not a figure`)
  })
  return { ...one, ...Object.fromEntries(sums) }
}

/** Figures of different assets are not added, so the asset is a part of the key. */
function keyPart(value: Sums[string] | undefined, isFigure: boolean): string {
  if (typeof value === 'object') return value.asset.symbol
  return isFigure ? '' : `${value}`
}

/** Sums a month's days by the fields of a row that are not figures. */
async function sumMonth<Row extends Sums>(
  ctx: Reading,
  input: OfMonth,
  sumDay: (db: Reading['db'], day: ReportSpan) => Promise<readonly Row[]>,
  figures: readonly (keyof Row & string)[],
): Promise<readonly Row[]> {
  const sums = new Map<string, Row>()
  for (const day of daysOf(ctx, input.month)) {
    for (const row of await sumDay(ctx.db, day)) {
      const key = Object.entries(row)
        .map(([name, value]) => keyPart(value, figures.includes(name)))
        .join(' ')
      const before = sums.get(key)
      sums.set(key, before === undefined ? row : added(before, row, figures))
    }
  }
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}

const tradesOf = (ctx: Reading, input: OfMonth): Promise<readonly TradeSum[]> =>
  sumMonth(ctx, input, sumTrades, ['trades', 'volume', 'amount', 'fee', 'vatIdr'])

const side = z.enum(['BUY', 'SELL'])
const common = { month: z.string(), txPair: z.string(), side, trades: z.int() }
const amounts = {
  base: z.string(),
  volume: decimal.meta({ description: 'In the base asset.' }),
  quote: z.string(),
  amount: decimal.meta({ description: 'In the quote asset.' }),
}

const amountsOf = ({ volume, amount }: Readonly<{ volume: Money; amount: Money }>) => ({
  base: volume.asset.symbol,
  volume: formatMoney(volume),
  quote: amount.asset.symbol,
  amount: formatMoney(amount),
})

export const VolumeRow = z.object({ ...common, ...amounts }).meta({ id: 'VolumeRow' })

/** Returns the traded volumes of a month by pair and side. */
export async function showVolumes(
  ctx: Reading,
  input: OfMonth,
): Promise<CursorPage<z.input<typeof VolumeRow>>> {
  const sums = await tradesOf(ctx, input)
  return pageOfAll(input, sums, (sum) => ({
    month: input.month,
    txPair: sum.txPair,
    side: sum.side,
    trades: integerOf(sum.trades),
    ...amountsOf(sum),
  }))
}

export const FeeRow = z
  .object({
    ...common,
    symbol: z.string().meta({ description: 'The asset received, from which the fee is taken.' }),
    fee: decimal,
    vatIdr: decimal.meta({ description: 'The value-added tax that the fees include, in rupiah.' }),
  })
  .meta({ id: 'FeeRow' })

/** Returns the trading fees of a month by pair and side. */
export async function showFees(
  ctx: Reading,
  input: OfMonth,
): Promise<CursorPage<z.input<typeof FeeRow>>> {
  const sums = await tradesOf(ctx, input)
  return pageOfAll(input, sums, ({ txPair, side: ofSide, trades, fee, vatIdr }) => ({
    month: input.month,
    txPair,
    side: ofSide,
    trades: integerOf(trades),
    symbol: fee.asset.symbol,
    fee: formatMoney(fee),
    vatIdr: formatMoney(vatIdr),
  }))
}

export const VatRow = z
  .object({
    month: z.string(),
    source: z.enum(vatSources).meta({ description: 'What the fees are for.' }),
    returned: z.boolean().meta({ description: 'Whether the fees were given back.' }),
    fees: z.int(),
    unvalued: z.int().meta({
      description: 'How many of them are not in `vatIdr`, since no price in rupiah was known.',
    }),
    symbol: z.string(),
    fee: decimal,
    vatIdr: decimal.meta({ description: 'The value-added tax that the fees include, in rupiah.' }),
  })
  .meta({ id: 'VatRow' })

/** Returns the value-added tax in the fees of a month by source and asset. */
export async function showVat(
  ctx: Reading,
  input: OfMonth,
): Promise<CursorPage<z.input<typeof VatRow>>> {
  const sums = await sumMonth(ctx, input, sumVats, ['fees', 'unvalued', 'fee', 'vatIdr'])
  return pageOfAll(input, sums, ({ source, isReturned, fees, unvalued, fee, vatIdr }) => ({
    month: input.month,
    source,
    returned: isReturned,
    fees: integerOf(fees),
    unvalued: integerOf(unvalued),
    symbol: fee.asset.symbol,
    fee: formatMoney(fee),
    vatIdr: formatMoney(vatIdr),
  }))
}

export const TaxRow = z
  .object({
    ...common,
    kind: z.string().meta({ enum: ['PPH', 'PPN'] }),
    rule: z.string().meta({ description: 'The regulation that sets the rate.' }),
    rate: decimal.meta({ description: 'In percent.' }),
    ...amounts,
    symbol: z.string().meta({ description: 'The asset from which the tax is taken.' }),
    tax: decimal,
    valueIdr: decimal.meta({ description: 'The taxed value in rupiah.' }),
    taxIdr: decimal.meta({ description: 'The tax in rupiah, as it is owed.' }),
  })
  .meta({ id: 'TaxRow' })

const shownTax = (ofMonth: string, sum: TaxSum): z.input<typeof TaxRow> => ({
  month: ofMonth,
  txPair: sum.txPair,
  side: sum.side,
  trades: integerOf(sum.trades),
  kind: sum.kind,
  rule: sum.rule,
  rate: percentOf({ ppm: BigInt(sum.ratePpm) }),
  ...amountsOf(sum),
  symbol: sum.tax.asset.symbol,
  tax: formatMoney(sum.tax),
  valueIdr: formatMoney(sum.valueIdr),
  taxIdr: formatMoney(sum.taxIdr),
})

/** Returns the taxes of a month by pair, side, kind, rate and regulation. */
export async function showTaxes(
  ctx: Reading,
  input: OfMonth,
): Promise<CursorPage<z.input<typeof TaxRow>>> {
  const sums = await sumMonth(ctx, input, sumTaxes, [
    'trades',
    'volume',
    'amount',
    'tax',
    'valueIdr',
    'taxIdr',
  ])
  return pageOfAll(input, sums, (sum) => shownTax(input.month, sum))
}
