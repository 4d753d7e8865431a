/** Text that a spreadsheet would execute as a formula; some also read the wide characters. */
const formulaStart = /^[=+\-@＝＋－＠\t\r\n]/
const plainNumber = /^-?[0-9]+(?:\.[0-9]+)?$/
const needsQuotes = /[",\r\n]/

/** Formats one CSV line (RFC 4180) whose cells no spreadsheet executes; numbers stay numbers. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`

function csvCell(cell: string | number): string {
  const text = cell.toString()
  const isFormula = formulaStart.test(text) && !plainNumber.test(text)
  const harmless = isFormula ? `'${text}` : text
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
