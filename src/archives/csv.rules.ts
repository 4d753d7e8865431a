/** Returns the rows of a CSV text as PostgreSQL writes it: an unquoted empty cell is null. */
export function parseCsv(text: string): readonly (readonly (string | null)[])[] {
  const rows: (string | null)[][] = []
  let row: (string | null)[] = []
  // One cell: quoted or not, and the comma or line end after it.
  const cell = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/gy
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text)
    if (match === null) throw new SyntaxError('not a CSV text')
    const [, quoted, plain = '', end] = match
    row.push(quoted === undefined ? (plain === '' ? null : plain) : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
