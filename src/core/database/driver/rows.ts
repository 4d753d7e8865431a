import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely'
import type {
  AssetId,
  EventId,
  HoldId,
  OperatorId,
  OrderId,
  OrderNo,
  PairId,
  PostingId,
  RequestId,
  UserId,
} from '../../../base/values/ids.ts'
import { databaseLimits } from '../database-limits.ts'

/** The types that each kind of column accepts, and those that a select of it returns. */
export type ColumnTypes = {
  bigint: { takes: number | bigint; gives: number }
  userId: { takes: UserId; gives: UserId }
  operatorId: { takes: OperatorId; gives: OperatorId }
  eventId: { takes: EventId; gives: EventId }
  holdId: { takes: HoldId; gives: HoldId }
  postingId: { takes: PostingId; gives: PostingId }
  orderId: { takes: OrderId; gives: OrderId }
  orderNo: { takes: OrderNo; gives: OrderNo }
  requestId: { takes: RequestId; gives: RequestId }
  assetId: { takes: AssetId; gives: AssetId }
  pairId: { takes: PairId; gives: PairId }
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
 * plan) is the same for any number of records. Use it in `from` and `using`:
 *
 *     const paid = rowsOf(payments, { user_id: 'userId', units: 'units0' })
 *     await sql`update balances set … from ${paid} where t.user_id = …`.execute(tx)
 *
 * Its name is `t` unless another is given. SQL does not keep the order of the records; if it
 * matters, give them a column for it.
 */
export function rowsOf<const C extends Columns, R extends Takes<C>, Alias extends string = 't'>(
  records: readonly R[],
  columns: C,
  alias?: Alias,
): AliasedRawBuilder<Gives<C, R>, Alias> {
  const names = Object.keys(columns)
  return rowsFrom<Gives<C, R>>(records, names, fieldsOf(columns)).as<Alias>(
    sql.raw(`"${alias ?? 't'}"`),
  )
}

/** The text that reads the columns of `rowsFrom`, in their order. */
export const fieldsOf = (columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map(([name, kind], at) => fieldAt(at, name, kind))
    .join(', ')

/** The table of `rowsOf`, without a name; `fields` is the text of `fieldsOf` for these columns. */
export function rowsFrom<Row>(
  records: readonly Readonly<Record<string, unknown>>[],
  names: readonly string[],
  fields: string,
): RawBuilder<Row> {
  // Arrays, since PostgreSQL would look up each field of an object by name. The `where` is always
  // true, but makes the planner expect few rows and use the index of the joined table. `offset 0`:
  // each item is read once.
  return sql<Row>`
    (select ${sql.raw(fields)} from jsonb_array_elements(${asJson(records, names)}::jsonb) as item
     where jsonb_typeof(item) = 'array' offset 0)`
}

/** PostgreSQL's types of the kinds that are ids. */
export const idTypes = {
  userId: 'bigint',
  operatorId: 'bigint',
  eventId: 'bigint',
  holdId: 'bigint',
  postingId: 'bigint',
  orderId: 'bigint',
  orderNo: 'text',
  requestId: 'text',
  assetId: 'smallint',
  pairId: 'smallint',
} as const

export const isIdKind = (kind: string): kind is keyof typeof idTypes => Object.hasOwn(idTypes, kind)

/** Returns PostgreSQL's type of a kind. */
export const sqlTypeOf = (kind: string): string => (isIdKind(kind) ? idTypes[kind] : kind)

function fieldAt(at: number, name: string, kind: string): string {
  if (kind === 'jsonb') return `nullif(item->${at}, 'null') as "${name}"`
  if (kind !== 'text[]') return `(item->>${at})::${sqlTypeOf(kind)} as "${name}"`
  return `array(select jsonb_array_elements_text(item->${at})) as "${name}"`
}

function asJson<R extends Readonly<Record<string, unknown>>>(
  records: readonly R[],
  names: readonly string[],
): string {
  if (records.length > databaseLimits.setRows) {
    throw new RangeError(`${records.length} rows are too many for one statement`)
  }
  const text = JSON.stringify(
    records.map((record) => names.map((name) => asJsonValue(record[name], name))),
  )
  // PostgreSQL cannot store NUL. An even number of backslashes before `u0000` makes it literal
  // text.
  if (text.includes('\\u0000') && /(?<!\\)(?:\\\\)*\\u0000/.test(text)) {
    throw new TypeError('a text with a NUL character cannot be stored')
  }
  return text
}

function asJsonValue(value: unknown, name: string): unknown {
  if (typeof value === 'string') return value
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new RangeError(`${name} is ${value}, which cannot be stored as a number`)
  }
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  return value ?? null
}
