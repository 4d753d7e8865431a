import type { ColumnType } from 'kysely'
import type { ColumnTypes } from './rows.ts'

/** The types that each kind of column accepts, and those that a select of it returns. */
type Kinds<Enums> = ColumnTypes & {
  'text[]': { takes: string[]; gives: string[] }
} & { [Name in keyof Enums]: { takes: Enums[Name]; gives: Enums[Name] } }

type ColumnOf<Declared, Types> = Declared extends `${infer Kind extends string & keyof Types}!`
  ? ColumnType<Gives<Types[Kind]>, never, never>
  : Declared extends `${infer Kind extends string & keyof Types}?`
    ? Column<Types[Kind], null, null | undefined>
    : Declared extends `${infer Kind extends string & keyof Types}=`
      ? Column<Types[Kind], never, undefined>
      : Declared extends keyof Types
        ? Column<Types[Declared], never, never>
        : never

type Gives<Type> = Type extends { gives: infer Value } ? Value : never
type Takes<Type> = Type extends { takes: infer Value } ? Value : never

/** A column of a type or null; an insert may also lack it. */
type Column<Type, Null, Absent> = ColumnType<
  Gives<Type> | Null,
  Takes<Type> | Absent,
  Takes<Type> | Null
>

/** The tables as Kysely knows them, from the kinds of their columns (`columnKinds`). */
export type TablesOf<Declared, Enums> = {
  [Table in keyof Declared]: {
    -readonly [Name in keyof Declared[Table]]: ColumnOf<Declared[Table][Name], Kinds<Enums>>
  }
}
