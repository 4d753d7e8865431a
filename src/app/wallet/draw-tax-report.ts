/** A tax report as a PDF: a heading, a table over any number of pages, and the totals. */
import {
  beginPdf,
  drawHead,
  drawLines,
  drawnSoFar,
  drawRow,
  drawTitles,
  endPdf,
  hasRoom,
  jakartaTime,
  nextPage,
  type PdfColumn,
  rowHeight,
} from './report-files/pdf-table.ts'
import { type ReportWords, reportWords } from './tax-report-words.ts'
import type { TaxCorrectionItem } from './tax-slip.ts'
import { type TaxTotals, taxTotals, taxWith } from './tax-totals.ts'
import { type Batches, counted, periodOf, type ReportHead } from './write-tax-report.ts'

type Item = ReturnType<typeof counted>[number]

/** Draws page by page and yields to the event loop in between, so that requests are served. */
export async function* pdfReport(
  head: ReportHead,
  batches: Batches,
  language: string,
): AsyncGenerator<Uint8Array> {
  const words = reportWords(language)
  const doc = await beginPdf(titleOf(words, head), head.madeAt)
  const columns = columnsOf(words)
  const totals = taxTotals()
  let y = drawTitles(doc, columns, drawHead(doc, titleOf(words, head), headLines(head, words)))
  for await (const batch of batches) {
    for (const item of counted(batch, totals)) {
      if (!hasRoom(y)) {
        yield* drawnSoFar(doc)
        y = nextPage(doc, columns)
      }
      drawRow(doc, columns, y, item)
      y += rowHeight
    }
  }
  y = drawLines(doc, words.totals, totalLines(words, totals), y)
  const { corrections } = head
  if (corrections.length > 0) {
    drawLines(doc, words.corrections, correctionLines(words, corrections, totals), y)
  }
  yield* endPdf(doc)
}

function columnsOf(words: ReportWords): readonly PdfColumn<Item>[] {
  return [
    { title: words.number, x: 36, cell: ({ id }) => `${id}` },
    { title: words.tradedAt, x: 80, cell: ({ tradedAt }) => jakartaTime(tradedAt) },
    { title: words.order, x: 152, cell: ({ orderNo }) => orderNo.slice(0, 22) },
    { title: words.pair, x: 270, cell: ({ txPair }) => txPair },
    { title: words.side, x: 322, cell: ({ side }) => words.sides[side] },
    {
      title: words.amount,
      x: 346,
      cell: ({ amount, amountAsset }) => `${amount} ${amountAsset}`,
    },
    { title: words.inRupiah, x: 436, cell: ({ valueIdr }) => valueIdr },
    {
      title: words.tax,
      x: 514,
      cell: ({ taxType, ratePercent }) => `${words.taxes[taxType]} ${ratePercent}%`,
    },
    { title: words.taxInRupiah, x: 562, cell: ({ taxIdr }) => taxIdr },
    { title: words.taken, x: 630, cell: ({ tax, taxAsset }) => `${tax} ${taxAsset}` },
    { title: words.rule, x: 718, cell: ({ rule }) => rule },
    { title: words.status, x: 776, cell: ({ status }) => words.statuses[status] },
  ]
}

function headLines(head: ReportHead, words: ReportWords): readonly string[] {
  const { pair, side, year, madeAt, slip } = head
  const about = [
    ...(slip.number === null ? [] : [`${words.number}: ${slip.number}`]),
    `${words.period}: ${year === null ? words.always : periodOf(head)}`,
    ...(pair === null ? [] : [`${words.pair}: ${pair}`]),
    ...(side === null ? [] : [`${words.side}: ${words.sides[side]}`]),
    `${words.madeAt}: ${jakartaTime(madeAt)}`,
  ]
  const { name, address, npwp } = slip.collector
  return [
    `${about.join('    ')}    ${words.times}`,
    `${words.collector}: ${name}, ${address}    NPWP: ${npwp}`,
    `${words.payer}: ${payerLine(head, words)}`,
  ]
}

const titleOf = (words: ReportWords, { slip }: ReportHead): string =>
  slip.number === null ? words.title : words.slip

function payerLine({ slip: { payer } }: ReportHead, words: ReportWords): string {
  if (payer === null) return words.unknownPayer
  const { name, address, taxNumber } = payer
  return `${name}, ${address}    ${words.taxNumber}: ${taxNumber}`
}

const totalLines = (words: ReportWords, totals: TaxTotals): readonly string[] => {
  const items = totals.items()
  if (items.length === 0) return [words.nothing]
  return items.map((sum) =>
    [
      `${words.taxes[sum.taxType]} ${words.sides[sum.side]}`,
      `${words.trades}: ${sum.trades}`,
      `${words.inRupiah}: ${sum.valueIdr}`,
      `${words.taxInRupiah}: ${sum.taxIdr}`,
      `${words.taken}: ${sum.tax} ${sum.taxAsset}`,
    ].join('    '),
  )
}

/** A line for each correction, with what it corrects; at the end the tax with all of them. */
function correctionLines(
  words: ReportWords,
  corrections: readonly TaxCorrectionItem[],
  totals: TaxTotals,
): readonly string[] {
  const lines = corrections.map((one) =>
    [
      `${one.number} ${words.corrects} ${one.corrects} / ${one.taxId}`,
      `${words.taxes[one.taxType]} ${one.txPair} ${jakartaTime(one.tradedAt)}`,
      words.statuses[one.status],
      `${words.inRupiah}: ${one.oldValueIdr} > ${one.valueIdr}`,
      `${words.taxInRupiah}: ${one.oldTaxIdr} > ${one.taxIdr} (${one.differenceIdr})`,
      `${words.reason}: ${one.reason}`,
    ].join('    '),
  )
  return [...lines, `${words.sumOfTax}: ${taxWith(totals, corrections)}`]
}
