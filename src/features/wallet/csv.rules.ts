/** What a spreadsheet would take for a formula. */
const formulaStart = /^[=+\-@\t\r\n]/
const needsQuotes = /[",\r\n]/

/** One line of a file of comma-separated values (RFC 4180) that no spreadsheet executes. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`

function csvCell(cell: string | number): string {
  const text = cell.toString()
  const harmless = formulaStart.test(text) ? `'${text}` : text
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
