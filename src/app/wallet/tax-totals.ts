import { z } from 'zod'
import { add, formatMoney, idr, type Money, money } from '../../base/values/money.ts'
import { senIn } from '../../core/taxes/tax-months.rules.ts'
import type { ListedTax } from '../../core/taxes/trade-taxes.sql.ts'
import { decimal } from '../../platform/http/contracts/contracts.ts'

export const TaxTotal = z
  .object({
    taxType: z.enum(['PPH', 'PPN']),
    side: z.enum(['BUY', 'SELL']),
    trades: z.int(),
    value: decimal,
    valueAsset: z.string(),
    tax: decimal,
    taxAsset: z.string(),
    valueIdr: decimal.meta({ description: 'The sum of the taxed values in rupiah.' }),
    taxIdr: decimal.meta({ description: 'The sum of the taxes in rupiah.' }),
  })
  .meta({ id: 'TaxTotal' })

type Sum = Readonly<{
  first: ListedTax
  trades: number
  value: Money
  tax: Money
  valueIdr: bigint
  taxIdr: bigint
}>

/** Returns the tax of a report in rupiah, with the differences that its corrections make. */
export function taxWith(
  totals: TaxTotals,
  corrections: readonly Readonly<{ differenceIdr: string }>[],
): string {
  const parts = [
    ...totals.items().map(({ taxIdr }) => taxIdr),
    ...corrections.map(({ differenceIdr }) => differenceIdr),
  ]
  const sum = parts.reduce((total, part) => total + (senIn(part) ?? 0n), 0n)
  return formatMoney(money(idr, sum))
}

/** Sums a report's rows while it is made: one sum per kind, side and pair of assets. */
export type TaxTotals = Readonly<{
  count: (tax: ListedTax) => void
  items: () => z.output<typeof TaxTotal>[]
}>

export function taxTotals(): TaxTotals {
  const sums = new Map<string, Sum>()
  return {
    count: (tax) => {
      const key = [tax.kind, tax.side, tax.value.asset.symbol, tax.tax.asset.symbol].join(' ')
      const known = sums.get(key)
      sums.set(key, {
        first: tax,
        trades: (known?.trades ?? 0) + 1,
        value: known === undefined ? tax.value : add(known.value, tax.value),
        tax: known === undefined ? tax.tax : add(known.tax, tax.tax),
        valueIdr: (known?.valueIdr ?? 0n) + tax.rupiah.value,
        taxIdr: (known?.taxIdr ?? 0n) + tax.rupiah.tax,
      })
    },
    items: () =>
      [...sums]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, { first, trades, value, tax, valueIdr, taxIdr }]) => ({
          taxType: first.kind,
          side: first.side,
          trades,
          value: formatMoney(value),
          valueAsset: value.asset.symbol,
          tax: formatMoney(tax),
          taxAsset: tax.asset.symbol,
          valueIdr: formatMoney(money(idr, valueIdr)),
          taxIdr: formatMoney(money(idr, taxIdr)),
        })),
  }
}
