/** What the service told, read without trust in its shape. */
export type Row = Readonly<Record<string, unknown>>

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at `owner.id`, or undefined. */
export function valueAt(row: Row, path: string): unknown {
  let here: unknown = row
  for (const name of path.split('.')) here = isRow(here) ? here[name] : undefined
  return here
}

/** The same as text; nothing is empty, and so is what is no text or number. */
export function textAt(row: Row, path: string): string {
  const value = valueAt(row, path)
  return typeof value === 'string' || typeof value === 'number' ? value.toString() : ''
}

/** A template whose `{names}` are filled from a row. */
export const filled = (
  template: string,
  row: Row,
  spell: (text: string) => string = (text) => text,
): string => template.replace(/\{([^}]+)\}/g, (_, path: string) => spell(textAt(row, path)))

/** The items of a list, of a page of one, or the one thing there is. */
export function rowsIn(answer: unknown): readonly Row[] {
  if (Array.isArray(answer)) return answer.filter(isRow)
  if (!isRow(answer)) return []
  return Array.isArray(answer['data']) ? answer['data'].filter(isRow) : [answer]
}
