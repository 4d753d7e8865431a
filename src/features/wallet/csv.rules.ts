/** Text that a spreadsheet would execute as a formula. */
const formulaStart = /^[=+\-@\t\r\n]/
const needsQuotes = /[",\r\n]/

/** Formats one CSV line (RFC 4180) whose cells no spreadsheet executes. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`

function csvCell(cell: string | number): string {
  const text = cell.toString()
  const harmless = formulaStart.test(text) ? `'${text}` : text
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
