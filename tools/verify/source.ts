/** Takes the lines of one table, in the text format of COPY. */
export type TakeLine = (line: string) => void

/** Returns what takes the lines of a table, or null if they are not needed. */
export type Begin = (table: string, columns: readonly string[]) => TakeLine | null

/** A database or a dump of one. */
export type Source = Readonly<{
  /** Reads tables of the schemas `public` and `detached` once, in any order of rows. */
  scan: (begin: Begin) => Promise<void>
  /** The last value of a sequence; null if it is not known. */
  lastValue: (sequence: string) => number | null
  close: () => Promise<void>
}>

/** Returns the place of each column; throws if the table lacks one. */
function placesOf(
  table: string,
  columns: readonly string[],
  names: readonly string[],
): readonly number[] {
  return names.map((name) => {
    const place = columns.indexOf(name)
    if (place < 0) throw new Error(`${table} has no column ${name}`)
    return place
  })
}

/** The cells of a line in the order of `names`; a null is null, everything else is its text. */
export function cellReader(
  table: string,
  columns: readonly string[],
  names: readonly string[],
): (line: string) => (string | null)[] {
  const places = placesOf(table, columns, names)
  return (line) => {
    const cells = line.split('\t')
    return places.map((place) => cellOf(cells[place]))
  }
}

function cellOf(text: string | undefined): string | null {
  if (text === undefined || text === '\\N') return null
  return text.includes('\\') ? unescaped(text) : text
}

const letters: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\(.)/gs, (_, letter: string) => letters[letter] ?? letter)

/** The bytes of a bytea as COPY writes it; the backslash before `x` is escaped. */
export const bytesOf = (text: string | null): Buffer =>
  Buffer.from((text ?? '').replace(/^\\x/, ''), 'hex')

const two = '(\\d\\d)'
const timeForm = new RegExp(
  `^(\\d{4,})-${two}-${two} ${two}:${two}:${two}(?:\\.(\\d{1,6}))?` +
    `([+-])${two}(?::${two})?(?::${two})?$`,
)

/** Microseconds since 1970 of a time in the style ISO, as digits. */
export function microsOf(text: string | null): string {
  const found = timeForm.exec(text ?? '')
  if (found === null) throw new Error(`not a time: ${text}`)
  const [, year, month, day, hour, minute, second, fraction = '', sign, h, m = '0', s = '0'] = found
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  )
  const offset = (Number(h) * 3_600 + Number(m) * 60 + Number(s)) * (sign === '-' ? -1 : 1)
  const seconds = local / 1_000 - offset
  // Below 2 ** 53 until the year 2255.
  return String(seconds * 1_000_000 + Number(fraction.padEnd(6, '0')))
}
