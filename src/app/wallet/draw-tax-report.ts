/** A tax report as a PDF: a heading, a table over any number of pages, and the totals. */
import { setImmediate } from 'node:timers/promises'
import { type ReportWords, reportWords } from './tax-report-words.ts'
import { type TaxTotals, taxTotals } from './tax-totals.ts'
import { type Batches, counted, type ReportHead } from './write-tax-report.ts'

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
  const info = { Title: words.title, CreationDate: new Date(head.madeAt) }
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
  drawTotals(doc, words, totals, y)
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
    { title: words.tradedAt, x: 36, cell: ({ tradedAt }) => jakartaTime(tradedAt) },
    { title: words.order, x: 122, cell: ({ orderNo }) => orderNo.slice(0, 36) },
    { title: words.pair, x: 270, cell: ({ txPair }) => txPair },
    { title: words.side, x: 326, cell: ({ side }) => words.sides[side] },
    {
      title: words.amount,
      x: 356,
      cell: ({ amount, amountAsset }) => `${amount} ${amountAsset}`,
    },
    { title: words.value, x: 470, cell: ({ value, valueAsset }) => `${value} ${valueAsset}` },
    {
      title: words.tax,
      x: 570,
      cell: ({ taxType, ratePercent }) => `${words.taxes[taxType]} ${ratePercent}%`,
    },
    { title: words.taken, x: 624, cell: ({ tax, taxAsset }) => `${tax} ${taxAsset}` },
    { title: words.rule, x: 730, cell: ({ rule }) => rule },
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
  const { pair, side, year, month, madeAt } = head
  const days = [year, month?.toString().padStart(2, '0')].filter((part) => part !== undefined)
  const period = year === null ? words.always : days.filter((part) => part !== null).join('-')
  const about = [
    `${words.period}: ${period}`,
    ...(pair === null ? [] : [`${words.pair}: ${pair}`]),
    ...(side === null ? [] : [`${words.side}: ${words.sides[side]}`]),
    `${words.madeAt}: ${jakartaTime(madeAt)}`,
  ]
  doc.font('Helvetica-Bold').fontSize(sizes.title).text(words.title, page.margin, page.margin)
  doc.font('Helvetica').fontSize(sizes.text)
  doc.text(`${about.join('    ')}    ${words.times}`, page.margin, 58, { lineBreak: false })
  return drawTitles(doc, columns, 80)
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

/** Totals are few: if they do not fit on the current page, they fit on one of their own. */
function drawTotals(doc: Document, words: ReportWords, totals: TaxTotals, from: number): void {
  const items = totals.items()
  let y = from + rowHeight
  if (y + (items.length + 2) * rowHeight > lastRowY) {
    doc.addPage()
    y = page.margin
  }
  doc.font('Helvetica-Bold').fontSize(sizes.text).text(words.totals, page.margin, y)
  doc.font('Helvetica').fontSize(sizes.text)
  if (items.length === 0) doc.text(words.nothing, page.margin, y + rowHeight + 3)
  for (const [index, sum] of items.entries()) {
    const line = [
      `${words.taxes[sum.taxType]} ${words.sides[sum.side]}`,
      `${words.trades}: ${sum.trades}`,
      `${words.value}: ${sum.value} ${sum.valueAsset}`,
      `${words.taken}: ${sum.tax} ${sum.taxAsset}`,
    ]
    doc.text(line.join('    '), page.margin, y + (index + 1) * (rowHeight + 3), {
      lineBreak: false,
    })
  }
}
