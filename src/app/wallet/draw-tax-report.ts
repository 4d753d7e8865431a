/** A tax report as a PDF: a heading, a table over any number of pages, and the totals. */
import { setImmediate } from 'node:timers/promises'
import { type ReportWords, reportWords } from './tax-report-words.ts'
import type { TaxCorrectionItem } from './tax-slip.ts'
import { type TaxTotals, taxTotals, taxWith } from './tax-totals.ts'
import { type Batches, counted, periodOf, type ReportHead } from './write-tax-report.ts'

type Document = PDFKit.PDFDocument
type Item = ReturnType<typeof counted>[number]
type Column = Readonly<{ title: string; x: number; cell: (item: Item) => string }>

const page = { size: 'A4', layout: 'landscape', margin: 36 } as const
const sizes = { title: 14, text: 9, table: 7 } as const
const rowHeight = 13
const lastRowY = 545

/** Draws page by page and yields to the event loop in between, so that requests are served. */
export async function* pdfReport(
  head: ReportHead,
  batches: Batches,
  language: string,
): AsyncGenerator<Uint8Array> {
  // Imported with the first report, since few processes ever make one.
  const { default: PDFDocument } = await import('pdfkit')
  const words = reportWords(language)
  const info = { Title: titleOf(words, head), CreationDate: new Date(head.madeAt) }
  const doc = new PDFDocument({ ...page, info })
  const columns = columnsOf(words)
  const totals = taxTotals()
  let y = drawHeading(doc, head, words, columns)
  for await (const batch of batches) {
    for (const item of counted(batch, totals)) {
      if (y > lastRowY) {
        yield* drawn(doc)
        await setImmediate()
        y = beginPage(doc, columns)
      }
      drawCells(doc, columns, y, (column) => column.cell(item))
      y += rowHeight
    }
  }
  y = drawLines(doc, words.totals, totalLines(words, totals), y)
  const { corrections } = head
  if (corrections.length > 0) {
    drawLines(doc, words.corrections, correctionLines(words, corrections, totals), y)
  }
  doc.end()
  for await (const chunk of doc) yield bytesOf(chunk)
}

/** Yields the bytes that the document has produced so far. */
function* drawn(doc: Document): Generator<Uint8Array, void> {
  for (let chunk: unknown = doc.read(); chunk !== null; chunk = doc.read()) yield bytesOf(chunk)
}

const bytesOf = (chunk: unknown): Uint8Array =>
  chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk), 'latin1')

function columnsOf(words: ReportWords): readonly Column[] {
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

const jakartaOffsetMs = 7 * 3_600_000

const jakartaTime = (instant: string): string =>
  new Date(Date.parse(instant) + jakartaOffsetMs).toISOString().slice(0, 19).replace('T', ' ')

function drawHeading(
  doc: Document,
  head: ReportHead,
  words: ReportWords,
  columns: readonly Column[],
): number {
  const { pair, side, year, madeAt, slip } = head
  const about = [
    ...(slip.number === null ? [] : [`${words.number}: ${slip.number}`]),
    `${words.period}: ${year === null ? words.always : periodOf(head)}`,
    ...(pair === null ? [] : [`${words.pair}: ${pair}`]),
    ...(side === null ? [] : [`${words.side}: ${words.sides[side]}`]),
    `${words.madeAt}: ${jakartaTime(madeAt)}`,
  ]
  doc.font('Helvetica-Bold').fontSize(sizes.title).text(titleOf(words, head), page.margin, 36)
  doc.font('Helvetica').fontSize(sizes.text)
  const { name, address, npwp } = slip.collector
  const lines = [
    `${about.join('    ')}    ${words.times}`,
    `${words.collector}: ${name}, ${address}    NPWP: ${npwp}`,
    `${words.payer}: ${payerLine(head, words)}`,
  ]
  for (const [at, line] of lines.entries()) {
    doc.text(line, page.margin, 58 + at * rowHeight, { lineBreak: false })
  }
  return drawTitles(doc, columns, 106)
}

const titleOf = (words: ReportWords, { slip }: ReportHead): string =>
  slip.number === null ? words.title : words.slip

function payerLine({ slip: { payer } }: ReportHead, words: ReportWords): string {
  if (payer === null) return words.unknownPayer
  const { name, address, taxNumber } = payer
  return `${name}, ${address}    ${words.taxNumber}: ${taxNumber}`
}

function beginPage(doc: Document, columns: readonly Column[]): number {
  doc.addPage()
  return drawTitles(doc, columns, page.margin)
}

function drawTitles(doc: Document, columns: readonly Column[], y: number): number {
  doc.font('Helvetica-Bold').fontSize(sizes.table)
  drawCells(doc, columns, y, ({ title }) => title)
  doc.font('Helvetica')
  return y + rowHeight + 3
}

function drawCells(
  doc: Document,
  columns: readonly Column[],
  y: number,
  cell: (column: Column) => string,
): void {
  for (const column of columns) doc.text(cell(column), column.x, y, { lineBreak: false })
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

/** Draws lines under a title, each on as many lines of paper as it needs. */
function drawLines(doc: Document, title: string, lines: readonly string[], from: number): number {
  let y = from + rowHeight
  const width = 770
  const next = (text: string) => {
    const height = doc.heightOfString(text, { width })
    if (y + height > lastRowY) {
      doc.addPage()
      y = page.margin
    }
    doc.text(text, page.margin, y, { width })
    y += height + 3
  }
  doc.font('Helvetica-Bold').fontSize(sizes.text)
  next(title)
  doc.font('Helvetica')
  for (const line of lines) next(line)
  return y
}
