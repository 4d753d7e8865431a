/** Returns the rows of a CSV text as PostgreSQL writes it: an unquoted empty cell is null. */
export function parseCsv(text: string): readonly (readonly (string | null)[])[] {
  const rows: (string | null)[][] = []
  let row: (string | null)[] = []
  let at = 0
  while (at < text.length) {
    const isQuoted = text[at] === '"'
    const start = isQuoted ? at + 1 : at
    const end = isQuoted ? closingQuote(text, start) : plainEnd(text, start)
    const cell = text.slice(start, end)
    row.push(isQuoted ? cell.replaceAll('""', '"') : cell === '' ? null : cell)
    const after = isQuoted ? end + 1 : end
    at = after + 1
    if (text[after] === ',') continue
    if (text[after] !== '\n') throw notCsv()
    rows.push(row)
    row = []
  }
  if (row.length > 0) throw notCsv()
  return rows
}

const notCsv = () => new SyntaxError('not a CSV text')

/** A pattern with a group would need a stack as deep as the cell is long. */
function closingQuote(text: string, start: number): number {
  for (let at = start; ; at += 2) {
    at = text.indexOf('"', at)
    if (at === -1) throw notCsv()
    if (text[at + 1] !== '"') return at
  }
}

function plainEnd(text: string, start: number): number {
  const end = /[",\n]/g
  end.lastIndex = start
  return end.exec(text)?.index ?? text.length
}
