/** Reads sealed values by steps and replaces them, for a change of the application key. */
import { sql } from 'kysely'
import { z } from 'zod'
import { idLength } from '../../../base/secrets/app-keys.ts'
import type { Reader } from '../database.ts'
import { kindOf } from '../driver/insert.ts'
import { readRows } from '../driver/read-rows.ts'
import { rowsOf, sqlTypeOf } from '../driver/rows.ts'
import type { Tables } from '../tables.ts'

/** A column of sealed texts. The room that owns the table seals and opens them. */
export type SealedColumn = Readonly<{
  table: keyof Tables & string
  /** A unique column. */
  key: string
  column: string
  /** Columns that the purpose depends on, besides the key. */
  facts?: readonly string[]
  purpose: (facts: Readonly<Record<string, string>>) => string
}>

export type SealedRow = Readonly<{
  key: string
  facts: Readonly<Record<string, string>>
  /** Null if there is none, or the key of this id sealed it. */
  sealed: string | null
}>

const factsIn = z.record(z.string(), z.string())

/**
 * Reads the next rows in the order of their keys. Rows without a value to seal again are read as
 * well, so that a statement is never long.
 */
export function listSealed(
  db: Reader,
  { table, key, column, facts = [] }: SealedColumn,
  { keyId, after, limit }: Readonly<{ keyId: string; after: string | null; limit: number }>,
): Promise<readonly SealedRow[]> {
  const value = sql.ref(column)
  const from = after === null ? sql`true` : sql`${sql.ref(key)} > ${after}::${typeOf(table, key)}`
  // Bytes are shown as hexadecimal digits after `\\x`.
  const named = [key, ...facts].flatMap((name) => [
    sql`${name}::text`,
    sql`regexp_replace(${sql.ref(name)}::text, '^\\\\x', '')`,
  ])
  return readRows(db, { key: 'text', facts: factsIn, sealed: 'text?' })`
    select ${sql.ref(key)}::text as key, jsonb_build_object(${sql.join(named)}) as facts,
      case when left(${value}, ${sql.lit(idLength)}) <> ${keyId} then ${value} end as sealed
    from ${sql.table(table)} where ${from} order by ${sql.ref(key)} limit ${limit}`
}

/** Replaces values that are still as they were read. Returns how many. */
export async function replaceSealed(
  db: Reader,
  { table, key, column }: SealedColumn,
  values: readonly Readonly<{ key: string; sealed: string; again: string }>[],
): Promise<number> {
  if (values.length === 0) return 0
  const rows = rowsOf(values, { key: 'text', sealed: 'text', again: 'text' })
  const value = sql.ref(column)
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} as stored set ${value} = t.again from ${rows}
    where stored.${sql.ref(key)} = t.key::${typeOf(table, key)}
      and stored.${value} = t.sealed`.execute(db)
  return Number(numAffectedRows)
}

const typeOf = (table: SealedColumn['table'], key: string) => sql.raw(sqlTypeOf(kindOf(table, key)))
