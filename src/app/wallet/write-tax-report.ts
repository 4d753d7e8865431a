/** A tax report as JSON and as CSV, piece by piece. */
import { csvHead, csvLine } from '../../base/values/csv.ts'
import type { ListedTax } from '../../core/taxes/trade-taxes.sql.ts'
import { successStart } from '../../platform/http/envelope.ts'
import { TaxItem, taxItem } from './list-taxes.ts'
import { type TaxTotals, taxTotals } from './tax-totals.ts'

export type Batches = AsyncIterable<readonly ListedTax[]>

/** The parameters of a report, as requested, and the time it was made. */
export type ReportHead = Readonly<{
  pair: string | null
  side: 'BUY' | 'SELL' | null
  year: number | null
  month: number | null
  madeAt: string
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
]

export async function* csvReport(_head: ReportHead, batches: Batches): AsyncGenerator<string> {
  const totals = taxTotals()
  yield csvHead(columns)
  for await (const batch of batches) {
    const lines = counted(batch, totals).map((item) => csvLine(columns.map((name) => item[name])))
    yield lines.join('')
  }
  const sums = totals
    .items()
    .map(({ taxType, side, trades, value, valueAsset, tax, taxAsset }) =>
      csvLine(['TOTAL', taxType, side, trades, value, valueAsset, tax, taxAsset]),
    )
  yield `\r\n${csvLine(totalColumns)}${sums.join('')}`
}

export function counted(batch: readonly ListedTax[], totals: TaxTotals) {
  return batch.map((tax) => {
    totals.count(tax)
    return taxItem(tax)
  })
}
