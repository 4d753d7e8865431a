import { type AliasedRawBuilder, sql } from 'kysely'
import { limits } from '../base/limits.ts'

/** The types that each column accepts, and those that a select of it returns. */
type ColumnTypes = {
  bigint: { takes: number | bigint; gives: number }
  integer: { takes: number; gives: number }
  smallint: { takes: number; gives: number }
  numeric: { takes: bigint | string; gives: string }
  units: { takes: bigint | string; gives: string }
  units0: { takes: bigint | string; gives: string }
  text: { takes: string; gives: string }
  boolean: { takes: boolean; gives: boolean }
  timestamptz: { takes: Date; gives: Date }
  date: { takes: string; gives: string }
  uuid: { takes: string; gives: string }
  bytea: { takes: Buffer; gives: Buffer }
  jsonb: { takes: unknown; gives: unknown }
}

export type Columns = Readonly<Record<string, keyof ColumnTypes>>

type Takes<C extends Columns> = { readonly [Name in keyof C]: ColumnTypes[C[Name]]['takes'] | null }

type Gives<C extends Columns, R> = {
  [Name in keyof C]:
    | ColumnTypes[C[Name]]['gives']
    | (Name extends keyof R ? Extract<R[Name], null> : never)
}

/**
 * Passes records as a table of one statement. It is one parameter, so the statement's text (and its
 * plan) is the same for any number of records. Use it in `from`, `using` and `insert … select`:
 *
 *     const paid = rowsOf(payments, { user_id: 'bigint', units: 'units0' }, 'paid')
 *     await sql`update balances set … from ${paid} where …`.execute(tx)
 *     await tx.insertInto('moves').columns([…]).expression((q) => q.selectFrom(paid).selectAll())
 *
 * SQL does not keep the order of the records; if it matters, give them a column for it.
 */
export function rowsOf<const C extends Columns, R extends Takes<C>, Alias extends string = 'rows'>(
  records: readonly R[],
  columns: C,
  alias?: Alias,
): AliasedRawBuilder<Gives<C, R>, Alias> {
  const names = Object.keys(columns)
  const fields = names.map((name, at) => `${fieldAt(at, columns[name])} as "${name}"`).join(', ')
  // Arrays, since PostgreSQL would look up each field of an object by name. The `where` is always
  // true, but makes the planner expect few rows and use the index of the joined table. `offset 0`:
  // each item is read once.
  return sql<Gives<C, R>>`
    (select ${sql.raw(fields)} from jsonb_array_elements(${asJson(records, names)}::jsonb) as item
     where jsonb_typeof(item) = 'array' offset 0)`.as<Alias>(sql.raw(`"${alias ?? 'rows'}"`))
}

const fieldAt = (at: number, type: keyof ColumnTypes | undefined): string =>
  type === 'jsonb' ? `nullif(item->${at}, 'null')` : `(item->>${at})::${type}`

function asJson<R extends Readonly<Record<string, unknown>>>(
  records: readonly R[],
  names: readonly string[],
): string {
  if (records.length > limits.database.setRows) {
    throw new RangeError(`${records.length} rows are too many for one statement`)
  }
  const text = JSON.stringify(
    records.map((record) => names.map((name) => asJsonValue(record[name], name))),
  )
  // PostgreSQL cannot store NUL. An even number of backslashes before `u0000` makes it literal
  // text.
  if (text.includes('\\u0000') && /(?<!\\)(?:\\\\)*\\u0000/.test(text)) {
    throw new TypeError('a text with a NUL character can not be stored')
  }
  return text
}

function asJsonValue(value: unknown, name: string): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new RangeError(`${name} is ${value}, which is no number to store`)
  }
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  return value ?? null
}
