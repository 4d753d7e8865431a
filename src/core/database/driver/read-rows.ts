import { type QueryExecutorProvider, sql } from 'kysely'
import { plannedFieldsOf } from './planned.ts'
import { type ColumnTypes, idTypes, isIdKind } from './rows.ts'

/** The values that the driver returns for each kind of column in a result. */
type ResultTypes = {
  [Name in Exclude<keyof ColumnTypes, 'units' | 'units0'>]: ColumnTypes[Name]['gives']
} & {
  units: bigint
  units0: bigint
  'text[]': readonly string[]
  'bigint[]': readonly number[]
  float8: number
}

type ColumnKind = keyof ResultTypes

/** Checks each value of a column: `oneOf`, or a Zod schema. */
type Parsed<T> = Readonly<{ parse: (value: unknown) => T }>

/** A kind, with a question mark if the column may be null; or a parser. */
export type ResultColumns = Readonly<
  Record<string, ColumnKind | `${ColumnKind}?` | Parsed<unknown>>
>

export type RowOf<C extends ResultColumns> = {
  readonly [Name in keyof C]: C[Name] extends Parsed<infer T>
    ? T
    : C[Name] extends ColumnKind
      ? ResultTypes[C[Name]]
      : C[Name] extends `${infer K extends ColumnKind}?`
        ? ResultTypes[K] | null
        : never
}

/**
 * Runs a statement and returns its rows, whose columns are checked:
 *
 *     const rows = await readRows(tx, { id: 'bigint', endedAt: 'timestamptz?' })`select …`
 *
 * PostgreSQL's description of the result must name each column with a type of its kind, and a
 * column without a question mark must not be null; otherwise it throws. Domains count as their
 * base type.
 */
export const readRows =
  <const C extends ResultColumns>(db: QueryExecutorProvider, columns: C) =>
  async (
    text: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Promise<readonly RowOf<C>[]> => {
    const { rows } = await sql(text, ...values).execute(db)
    assertRows(rows, columns, text)
    return rows
  }

/** Names columns that several statements return. */
export const columnsOf = <const C extends ResultColumns>(columns: C): C => columns

/** One of a few texts. */
export function oneOfTexts<const T extends string>(...texts: readonly T[]): Parsed<T> {
  return {
    parse(value) {
      const found = texts.find((text) => text === value)
      if (found !== undefined) return found
      throw new TypeError(`a column holds ${value}, which is none of ${texts.join(', ')}`)
    },
  }
}

/** The same, or null. */
export const nullable = <T>({ parse }: Parsed<T>): Parsed<T | null> => ({
  parse: (value) => (value === null ? null : parse(value)),
})

type Check = Readonly<{
  name: string
  kind: string
  /** The types it may have; null if a parser reads it. */
  oids: readonly number[] | null
  parse: ((value: unknown) => unknown) | null
  isNullable: boolean
}>

/** The checks of each statement, by its text in the source. */
const checks = new WeakMap<TemplateStringsArray, readonly Check[]>()

function checksOf(text: TemplateStringsArray, columns: ResultColumns): readonly Check[] {
  const known = checks.get(text)
  if (known !== undefined) return known
  const made = Object.entries(columns).map(([name, column]) => checkOf(name, column))
  checks.set(text, made)
  return made
}

function checkOf(name: string, column: ResultColumns[string]): Check {
  if (typeof column !== 'string') {
    return { name, kind: 'parsed', oids: null, parse: column.parse, isNullable: true }
  }
  const isNullable = column.endsWith('?')
  const parse = column.startsWith('units') ? unitsOf : null
  return { name, kind: column, oids: oidsOf(column), parse, isNullable }
}

const unitsOf = (value: unknown): bigint | null =>
  typeof value === 'string' ? BigInt(value) : null

function assertRows<C extends ResultColumns>(
  rows: readonly unknown[],
  columns: C,
  text: TemplateStringsArray,
): asserts rows is readonly RowOf<C>[] {
  const fields = plannedFieldsOf(rows)
  const declared = checksOf(text, columns)
  for (const { name, kind, oids: types } of declared) {
    const field = fields.find((one) => one.name === name)
    if (field === undefined) throw new TypeError(`a statement returns no column ${name}`)
    if (types?.includes(field.dataTypeID) === false) {
      throw new TypeError(`column ${name} is not ${kind} but of type ${field.dataTypeID}`)
    }
  }
  for (const row of rows) {
    if (!isRecord(row)) throw new TypeError('a row is not a record')
    for (const { name, parse, isNullable } of declared) {
      if (!isNullable && row[name] === null) throw new TypeError(`column ${name} is null`)
      if (parse !== null) row[name] = parse(row[name])
    }
  }
}

const isRecord = (row: unknown): row is Record<string, unknown> =>
  typeof row === 'object' && row !== null

const integers = [20, 21, 23]
// Statements may cast an amount to text.
const numerics = [1700, 25]

/** PostgreSQL's types that the driver reads as the kind's type (`pg_type.oid`). */
const oids: Readonly<Record<Exclude<ColumnKind, keyof typeof idTypes>, readonly number[]>> = {
  bigint: integers,
  integer: integers,
  smallint: integers,
  numeric: numerics,
  units: numerics,
  units0: numerics,
  // The driver leaves numbers, days and the like as PostgreSQL writes them.
  text: [19, 25, 28, 1042, 1043, 1082, 1700, 2950, 5069],
  boolean: [16],
  timestamptz: [1184],
  date: [1082],
  uuid: [2950],
  bytea: [17],
  jsonb: [3802],
  'text[]': [1009, 1015, 1231, 1182],
  'bigint[]': [1005, 1007, 1016],
  float8: [700, 701],
}

const isKind = (kind: string): kind is keyof typeof oids => Object.hasOwn(oids, kind)

function oidsOf(column: string): readonly number[] {
  const kind = column.endsWith('?') ? column.slice(0, -1) : column
  if (isIdKind(kind)) return idTypes[kind] === 'text' ? [25] : integers
  return isKind(kind) ? oids[kind] : []
}
