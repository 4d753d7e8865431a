/** Tables in a PDF, over any number of pages. */
import { setImmediate } from 'node:timers/promises'

export type PdfDocument = PDFKit.PDFDocument

/** A column of a table; one that is `toRight` ends at `x`. */
export type PdfColumn<Row> = Readonly<{
  title: string
  x: number
  toRight?: boolean
  cell: (row: Row) => string
}>

const pdfPage = { size: 'A4', layout: 'landscape', margin: 36 } as const
const pdfSizes = { title: 14, text: 9, table: 7 } as const
export const rowHeight = 13
const lastRowY = 545

/** Begins a document. The library is imported with the first one, since few processes make any. */
export async function beginPdf(title: string, madeAt: string): Promise<PdfDocument> {
  const { default: PDFDocument } = await import('pdfkit')
  return new PDFDocument({ ...pdfPage, info: { Title: title, CreationDate: new Date(madeAt) } })
}

/** Yields the bytes that the document has produced so far, and lets requests be served. */
export async function* drawnSoFar(doc: PdfDocument): AsyncGenerator<Uint8Array> {
  for (let chunk: unknown = doc.read(); chunk !== null; chunk = doc.read()) yield bytesOf(chunk)
  await setImmediate()
}

/** Ends the document, and yields the rest of its bytes. */
export async function* endPdf(doc: PdfDocument): AsyncGenerator<Uint8Array> {
  doc.end()
  for await (const chunk of doc) yield bytesOf(chunk)
}

const bytesOf = (chunk: unknown): Uint8Array =>
  chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk), 'latin1')

/** Whether another row fits on the page. */
export const hasRoom = (y: number): boolean => y <= lastRowY

/** Draws the title and the lines below it; returns where the page goes on. */
export function drawHead(doc: PdfDocument, title: string, lines: readonly string[]): number {
  doc.font('Helvetica-Bold').fontSize(pdfSizes.title).text(title, pdfPage.margin, 36)
  doc.font('Helvetica').fontSize(pdfSizes.text)
  for (const [at, line] of lines.entries()) {
    doc.text(line, pdfPage.margin, 58 + at * rowHeight, { lineBreak: false })
  }
  return 58 + lines.length * rowHeight + 9
}

/** Begins a page with the titles of the table. */
export function nextPage<Row>(doc: PdfDocument, columns: readonly PdfColumn<Row>[]): number {
  doc.addPage()
  return drawTitles(doc, columns, pdfPage.margin)
}

export function drawTitles<Row>(
  doc: PdfDocument,
  columns: readonly PdfColumn<Row>[],
  y: number,
): number {
  doc.font('Helvetica-Bold').fontSize(pdfSizes.table)
  drawTexts(doc, columns, y, ({ title }) => title)
  doc.font('Helvetica')
  return y + rowHeight + 3
}

export const drawRow = <Row>(
  doc: PdfDocument,
  columns: readonly PdfColumn<Row>[],
  y: number,
  row: Row,
): void => drawTexts(doc, columns, y, ({ cell }) => cell(row))

function drawTexts<Row>(
  doc: PdfDocument,
  columns: readonly PdfColumn<Row>[],
  y: number,
  textOf: (column: PdfColumn<Row>) => string,
): void {
  for (const column of columns) {
    const text = textOf(column)
    const x = column.toRight === true ? column.x - doc.widthOfString(text) : column.x
    doc.text(text, x, y, { lineBreak: false })
  }
}

/** Draws lines under a title, each on as many lines of paper as it needs. */
export function drawLines(
  doc: PdfDocument,
  title: string,
  lines: readonly string[],
  from: number,
): number {
  let y = from + rowHeight
  const width = 770
  const next = (text: string) => {
    const height = doc.heightOfString(text, { width })
    if (y + height > lastRowY) {
      doc.addPage()
      y = pdfPage.margin
    }
    doc.text(text, pdfPage.margin, y, { width })
    y += height + 3
  }
  doc.font('Helvetica-Bold').fontSize(pdfSizes.text)
  next(title)
  doc.font('Helvetica')
  for (const line of lines) next(line)
  return y
}

const jakartaOffsetMs = 7 * 3_600_000

/** A time in Jakarta, as `2026-03-31 23:59:59`. */
export const jakartaTime = (instant: string): string =>
  new Date(Date.parse(instant) + jakartaOffsetMs).toISOString().slice(0, 19).replace('T', ' ')
