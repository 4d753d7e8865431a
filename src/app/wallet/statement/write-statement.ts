/** A user's statement as CSV and as a PDF, piece by piece. */
import { csvHead, csvLine } from '../../../base/values/csv.ts'
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
} from '../report-files/pdf-table.ts'
import type { Amounts, AssetStatement } from './statement-lines.ts'
import { type StatementWords, statementWords } from './statement-words.ts'

export type StatementHead = Readonly<{
  startDate: string
  endDate: string
  from: string
  until: string
  madeAt: string
  issuer: string
  owner: Readonly<{ id: number; email: string; name: string | null }>
}>

type Assets = AsyncIterable<AssetStatement>

const columns = ['symbol', 'at', 'entry', 'reference', 'available', 'locked', 'balance']

export async function* csvStatement(
  { from, until }: StatementHead,
  assets: Assets,
  language: string,
): AsyncGenerator<string> {
  const words = statementWords(language)
  yield csvHead(columns)
  const end = (symbol: string, at: string, name: string, amounts: Amounts) =>
    csvLine([symbol, at, name, '', amounts.available, amounts.locked, amounts.balance])
  for await (const { asset, opening, closing, lines } of assets) {
    yield end(asset.symbol, from, words.opening, opening)
    for await (const batch of lines) {
      const rows = batch.map(({ at, fact, reference, amounts }) => {
        const { available, locked, balance } = amounts
        const about = [words.facts[fact], reference ?? '']
        return csvLine([asset.symbol, at.toISOString(), ...about, available, locked, balance])
      })
      yield rows.join('')
    }
    yield end(asset.symbol, until, words.closing, closing)
  }
}

/** A row of the table: a line, or a balance at an end of the period. */
type Row = Readonly<{ at: string; name: string; reference: string; amounts: Amounts }>

const columnsOf = (words: StatementWords): readonly PdfColumn<Row>[] => [
  { title: words.time, x: 36, cell: ({ at }) => jakartaTime(at) },
  { title: words.fact, x: 126, cell: ({ name }) => name },
  { title: words.reference, x: 262, cell: ({ reference }) => reference.slice(0, 40) },
  { title: words.available, x: 560, toRight: true, cell: ({ amounts }) => amounts.available },
  { title: words.locked, x: 682, toRight: true, cell: ({ amounts }) => amounts.locked },
  { title: words.balance, x: 804, toRight: true, cell: ({ amounts }) => amounts.balance },
]

export async function* pdfStatement(
  head: StatementHead,
  assets: Assets,
  language: string,
): AsyncGenerator<Uint8Array> {
  const words = statementWords(language)
  const doc = await beginPdf(words.title, head.madeAt)
  const table = columnsOf(words)
  let y = drawHead(doc, words.title, headLines(head, words))
  const empty = y
  for await (const { asset, opening, closing, lines } of assets) {
    y = drawLines(doc, asset.symbol, [], y)
    y = drawTitles(doc, table, y)
    drawRow(doc, table, y, { at: head.from, name: words.opening, reference: '', amounts: opening })
    y += rowHeight
    const draw = async function* (row: Row) {
      if (!hasRoom(y)) {
        yield* drawnSoFar(doc)
        y = nextPage(doc, table)
      }
      drawRow(doc, table, y, row)
      y += rowHeight
    }
    for await (const batch of lines) {
      for (const { at, fact, reference, amounts } of batch) {
        const name = words.facts[fact]
        yield* draw({ at: at.toISOString(), name, reference: reference ?? '', amounts })
      }
    }
    yield* draw({ at: head.until, name: words.closing, reference: '', amounts: closing })
  }
  if (y === empty) drawLines(doc, words.nothing, [], y)
  yield* endPdf(doc)
}

function headLines(head: StatementHead, words: StatementWords): readonly string[] {
  const { id, email, name } = head.owner
  const days = `${head.startDate} – ${head.endDate}`
  return [
    `${words.period}: ${days}, ${words.until} ${jakartaTime(head.until)}    ${words.times}`,
    `${words.owner}: ${name === null ? '' : `${name}, `}${email}    ${words.account}: ${id}`,
    `${words.issuer}: ${head.issuer}    ${words.madeAt}: ${jakartaTime(head.madeAt)}`,
  ]
}
