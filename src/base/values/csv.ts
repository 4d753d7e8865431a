/**
 * The places in a text from which a spreadsheet would execute it as a formula; some also read the
 * wide characters. Where the comma is the decimal point, as in Indonesia, Excel splits a file at
 * semicolons and ignores our quotes, so a formula may begin behind one, a tab or a line break.
 */
const formulaStart = /(^|[;\t\r\n])(?=[" ]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g
const plainNumber = /^-?[0-9]+(?:\.[0-9]+)?$/
const needsQuotes = /[",\r\n]/

/**
 * Formats the first line of a CSV file, with the names of its columns. The byte order mark before
 * it makes Excel read the file as UTF-8.
 */
export const csvHead = (names: readonly string[]): string => `\ufeff${csvLine(names)}`

/** Formats one CSV line (RFC 4180) whose cells no spreadsheet executes; numbers stay numbers. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`

function csvCell(cell: string | number): string {
  const text = cell.toString()
  const harmless = plainNumber.test(text) ? text : text.replace(formulaStart, "$1'")
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
