/** A column of a table: its head, and whether its cells stand at the right. */
export type Column = Readonly<{ head: string; right?: true }>

const gap = '   '

/** The lines of a table, its head first; every column is as wide as its widest cell. */
export function tableLines(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const widths = columns.map(({ head }, index) =>
    Math.max(head.length, ...rows.map((row) => row[index]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    columns
      .map(({ right }, index) => {
        const cell = cells[index] ?? ''
        const width = widths[index] ?? 0
        return right === true ? cell.padStart(width) : cell.padEnd(width)
      })
      .join(gap)
      .trimEnd()
  return [line(columns.map(({ head }) => head)), ...rows.map(line)]
}
