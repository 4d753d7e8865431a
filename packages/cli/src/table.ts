/** Text for terminals: lists as tables, one item as lines. */

const widest = 40

/** Control characters of a stored text could rewrite what the terminal shows. */
const printable = (text: string): string => text.replaceAll(/\p{Cc}|\p{Cf}/gu, ' ')

/** JSON for terminals: what `printable` replaces is escaped, which parsers read as it was. */
export const jsonOf = (item: unknown): string =>
  JSON.stringify(item, null, 2).replaceAll(/(?!\n)\p{Cc}|\p{Cf}/gu, (text) =>
    Array.from({ length: text.length }, (_, at) => escapeOf(text.charCodeAt(at))).join(''),
  )

const escapeOf = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '-'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return printable(text)
}

const shortened = (text: string): string =>
  text.length > widest ? `${text.slice(0, widest - 1)}…` : text

const fieldOf = (row: unknown, name: string): unknown =>
  typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined

/** Returns rows as a table with a heading; long cells are shortened, ids are not. */
export function tableOf(columns: readonly string[], rows: readonly unknown[]): string {
  const [id = '', ...others] = columns
  const cells = rows.map((row) => [
    cellOf(fieldOf(row, id)),
    ...others.map((name) =>
      name === 'id' || name === 'order_no'
        ? cellOf(fieldOf(row, name))
        : shortened(cellOf(fieldOf(row, name))),
    ),
  ])
  const lines = [columns, ...cells]
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Returns an item as one line per field, nested fields with the names before them. */
export function linesOf(item: unknown): string {
  const fields = flat(item, '')
  const width = Math.max(0, ...fields.map(([name]) => name.length))
  return fields
    .map(([name, value]) => `${printable(name).padEnd(width)}  ${cellOf(value)}`)
    .join('\n')
}

function flat(value: unknown, name: string): readonly (readonly [string, unknown])[] {
  const isRecord = typeof value === 'object' && value !== null && Object.keys(value).length > 0
  if (!isRecord) return [[name, value]]
  return Object.entries(value).flatMap(([key, inner]) =>
    flat(inner, name === '' ? key : `${name}.${key}`),
  )
}
