/** A tax report as JSON and as CSV, piece by piece. */
import { csvHead, csvLine } from '../../base/values/csv.ts'
import { partyColumns } from '../../core/taxes/tax-columns.rules.ts'
import type { ListedTax } from '../../core/taxes/trade-taxes.sql.ts'
import { successStart } from '../../platform/http/envelope.ts'
import { TaxItem, taxItem } from './list-taxes.ts'
import { TaxCorrectionItem, type TaxSlip } from './tax-slip.ts'
import { type TaxTotals, taxTotals } from './tax-totals.ts'

export type Batches = AsyncIterable<readonly ListedTax[]>

/** The parameters of a report, as requested, and the time it was made. */
export type ReportHead = Readonly<{
  pair: string | null
  side: 'BUY' | 'SELL' | null
  year: number | null
  month: number | null
  madeAt: string
  slip: TaxSlip
  corrections: readonly TaxCorrectionItem[]
}>

export const taxReportMessage = 'api.tax_report_retrieved'

export async function* jsonReport(head: ReportHead, batches: Batches): AsyncGenerator<string> {
  const totals = taxTotals()
  yield `${successStart(taxReportMessage)}${JSON.stringify(head).slice(0, -1)},"rows":[`
  let separator = ''
  for await (const batch of batches) {
    const rows = counted(batch, totals).map((item) => JSON.stringify(item))
    yield `${separator}${rows.join(',')}`
    separator = ','
  }
  yield `],"totals":${JSON.stringify(totals.items())}}}`
}

const columns = TaxItem.keyof().options
const totalColumns = [
  'total',
  'taxType',
  'side',
  'trades',
  'value',
  'valueAsset',
  'tax',
  'taxAsset',
  'valueIdr',
  'taxIdr',
]
const correctionColumns = TaxCorrectionItem.keyof().options
const slipColumns = [
  ...['slip', 'number', 'period'],
  ...partyColumns.collector,
  ...partyColumns.payer,
]

export async function* csvReport(head: ReportHead, batches: Batches): AsyncGenerator<string> {
  const totals = taxTotals()
  yield csvHead(columns)
  for await (const batch of batches) {
    const lines = counted(batch, totals).map((item) =>
      csvLine(columns.map((name) => item[name] ?? '')),
    )
    yield lines.join('')
  }
  const sums = totals
    .items()
    .map(({ taxType, side, trades, value, valueAsset, tax, taxAsset, valueIdr, taxIdr }) => {
      const inAssets = [value, valueAsset, tax, taxAsset]
      return csvLine(['TOTAL', taxType, side, trades, ...inAssets, valueIdr, taxIdr])
    })
  yield `\r\n${csvLine(totalColumns)}${sums.join('')}`
  yield `\r\n${csvLine(slipColumns)}${csvLine(slipCells(head))}`
  if (head.corrections.length === 0) return
  const corrected = head.corrections.map((one) =>
    csvLine(['CORRECTION', ...correctionColumns.map((name) => one[name])]),
  )
  yield `\r\n${csvLine(['correction', ...correctionColumns])}${corrected.join('')}`
}

function slipCells({ slip, ...head }: ReportHead): readonly string[] {
  const { number, collector, payer } = slip
  const { name = '', address = '', taxNumber = '' } = payer ?? {}
  const house = [collector.name, collector.address, collector.npwp]
  return ['SLIP', number ?? '', periodOf(head), ...house, name, address, taxNumber]
}

/** The year or the month of a report, such as 2026-03; empty if it has none. */
export const periodOf = ({ year, month }: Pick<ReportHead, 'year' | 'month'>): string =>
  [year, month].flatMap((part) => (part === null ? [] : part.toString().padStart(2, '0'))).join('-')

export function counted(batch: readonly ListedTax[], totals: TaxTotals) {
  return batch.map((tax) => {
    totals.count(tax)
    return taxItem(tax)
  })
}
