import { type Insertable, type RawBuilder, type SelectType, sql } from 'kysely'
import type { Reader, Tx } from '../database.ts'
import { columnKinds, type Tables } from '../tables.ts'
import { fieldsOf, rowsFrom } from './rows.ts'
import { send } from './transactions.ts'

type Table = keyof Tables
type Column<T extends Table> = keyof Tables[T] & string
type Expressions<C extends string> = Readonly<Record<C, RawBuilder<unknown>>>
type Defined<Row> = { readonly [C in keyof Row]: Exclude<Row[C], undefined> }

/** A record: the columns of a row, except computed ones; those with a default may be absent. */
type NewRow<T extends Table, Made extends string> = Defined<Omit<Insertable<Tables[T]>, Made>>

type Options<T extends Table, Made extends Column<T>> = Readonly<{
  /** Further columns; the expressions may refer to those of the record. */
  computed?: Expressions<Made>
  /** Sorts the rows, so that concurrent statements lock in one order. */
  orderBy?: readonly Column<T>[]
  /**
   * Columns of a unique index. By default, a record that conflicts with a stored row is skipped.
   * Two concurrent inserts of the same row may conflict in a further unique index first, which is
   * an error; `any` skips these too.
   */
  unique?: readonly Column<T>[] | 'any'
  /**
   * On a conflict, replaces the other columns of the stored row; those named here by expressions
   * over the `stored` and the new (`excluded`) row.
   */
  replace?: Partial<Expressions<Column<T>>>
}>

/**
 * Inserts records whose keys are columns of the table; all records have the same keys. Returns the
 * `returning` columns of the rows that were inserted or replaced. The statement's text is the same
 * for any number of records; without records none is sent.
 */
export async function insertRows<
  T extends Table,
  const Made extends Column<T> = never,
  const C extends Column<T> = never,
>(
  db: Reader,
  table: T,
  records: readonly NewRow<T, NoInfer<Made>>[],
  options: Options<T, Made> & Readonly<{ returning?: readonly C[] }> = {},
): Promise<readonly { [K in C]: SelectType<Tables[T][K]> }[]> {
  if (records.length === 0) return []
  const returning = options.returning === undefined ? '' : `returning ${list(options.returning)}`
  const { rows } = await sql<{ [K in C]: SelectType<Tables[T][K]> }>`
    ${insertOf(table, records, options)} ${sql.raw(returning)}`.execute(db)
  return rows
}

/** Sends the same insert without waiting for it. */
export function sendRows<T extends Table, const Made extends Column<T> = never>(
  tx: Tx,
  table: T,
  records: readonly NewRow<T, NoInfer<Made>>[],
  options: Options<T, Made> = {},
): void {
  if (records.length > 0) send(tx, insertOf(table, records, options))
}

function insertOf<T extends Table, Made extends Column<T>>(
  table: T,
  records: readonly Readonly<Record<string, unknown>>[],
  { computed, orderBy, unique, replace }: Options<T, Made>,
): RawBuilder<unknown> {
  const { names: given, fields } = columnsOf(table, records)
  const made = Object.entries<RawBuilder<unknown>>(computed ?? {})
  const columns = [...given, ...made.map(([name]) => name)]
  const values = [sql.raw(list(given)), ...made.map(([, value]) => value)]
  return sql`
    insert into ${sql.raw(`${table} as stored (${list(columns)})`)} select ${sql.join(values)}
    from ${rowsFrom(records, given, fields)} as given
    ${sql.raw(orderBy === undefined ? '' : `order by ${list(orderBy)}`)}
    ${unique === undefined ? sql`` : onConflict(columns, unique, replace)}`
}

function onConflict(
  columns: readonly string[],
  unique: readonly string[] | 'any',
  replace?: Partial<Expressions<string>>,
): RawBuilder<unknown> {
  if (unique === 'any') return sql`on conflict do nothing`
  const index = sql.raw(`on conflict (${list(unique)}) do`)
  if (replace === undefined) return sql`${index} nothing`
  const replaced = columns.filter((name) => !unique.includes(name) && !(name in replace))
  const sets = [
    ...replaced.map((name) => sql.raw(`"${name}" = excluded."${name}"`)),
    ...Object.entries(replace).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
  ]
  return sql`${index} update set ${sql.join(sets)}`
}

const list = (columns: readonly string[]): string =>
  columns.map((column) => `"${column}"`).join(', ')

type RecordColumns = Readonly<{ names: readonly string[]; fields: string }>

/** By table and column names; the code has a fixed number of combinations. */
const known = new Map<string, RecordColumns>()

function columnsOf(
  table: Table,
  records: readonly Readonly<Record<string, unknown>>[],
): RecordColumns {
  const names = Object.keys(records[0] ?? {})
  if (records.some((record) => Object.keys(record).length !== names.length)) {
    throw new TypeError(`records for ${table} differ in their columns`)
  }
  const key = `${table} ${names.join()}`
  const stored = known.get(key)
  if (stored !== undefined) return stored
  const kinds = Object.fromEntries(names.map((name) => [name, kindOf(table, name)]))
  const columns = { names, fields: fieldsOf(kinds) }
  known.set(key, columns)
  return columns
}

/** Returns the kind of a column, without what says whether it may be absent. */
export function kindOf(table: Table, name: string): string {
  const kinds: Readonly<Record<string, string>> = columnKinds[table]
  const kind = kinds[name]
  if (kind === undefined) throw new TypeError(`${table} has no column ${name}`)
  return kind.replace(/[?=!]$/, '')
}
