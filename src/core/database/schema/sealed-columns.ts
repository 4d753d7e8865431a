/** Reads sealed values by steps and replaces them, for a change of the application key. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Reader } from '../database.ts'
import { readRows } from '../driver/read-rows.ts'
import { rowsOf } from '../driver/rows.ts'
import type { Tables } from '../tables.ts'

/** A column of sealed values. The room that owns the table seals and opens them. */
export type SealedColumn = Readonly<{
  table: keyof Tables & string
  /** A unique column, and its type. */
  key: string
  keyType: 'bigint' | 'text'
  column: string
  /** Text begins with the id of its key and a dot; bytes with the id's eight bytes. */
  kind: 'text' | 'bytea'
  /** A column that names the key instead. */
  keyIdColumn?: string
  /** Columns that the purpose depends on. */
  facts?: readonly string[]
  purpose: (facts: Readonly<Record<string, string>>) => string
  /** Whether a value may hold pictures. */
  isLarge?: boolean
}>

export type SealedValue = Readonly<{
  key: string
  facts: Readonly<Record<string, string>>
  /** Bytes as base64. */
  sealed: string
}>

const factsIn = z.record(z.string(), z.string())

/**
 * Reads the next rows in the order of their keys, and whether each holds a value that does not say
 * that this key sealed it. Rows without one are read as well, so that a statement is never long.
 */
export function listRows(
  db: Reader,
  column: SealedColumn,
  { keyId, after, limit }: Readonly<{ keyId: string; after: string | null; limit: number }>,
): Promise<readonly Readonly<{ key: string; isOther: boolean }>[]> {
  const value = sql.ref(column.column)
  const key = sql.ref(column.key)
  const from = after === null ? sql`true` : sql`${key} > ${after}::${sql.raw(column.keyType)}`
  return readRows(db, { key: 'text', isOther: 'boolean' })`
    select ${key}::text as key,
      ${value} is not null and ${isOf(column, keyId)} is not true as "isOther"
    from ${sql.table(column.table)} where ${from} order by ${key} limit ${limit}`
}

/** Reads the values of these rows. */
export async function readSealed(
  db: Reader,
  column: SealedColumn,
  keys: readonly string[],
): Promise<readonly SealedValue[]> {
  if (keys.length === 0) return []
  const value = sql.ref(column.column)
  const key = sql.ref(column.key)
  const shown = column.kind === 'text' ? value : sql`encode(${value}, 'base64')`
  // Bytes are shown as hexadecimal digits after `\\x`.
  const names = [column.key, ...(column.facts ?? [])].flatMap((name) => [
    sql`${name}::text`,
    sql`regexp_replace(${sql.ref(name)}::text, '^\\\\x', '')`,
  ])
  return readRows(db, { key: 'text', facts: factsIn, sealed: 'text' })`
    select ${key}::text as key, jsonb_build_object(${sql.join(names)}) as facts,
      ${shown} as sealed
    from ${sql.table(column.table)}
    where ${key} = any(${keys}::${sql.raw(column.keyType)}[]) and ${value} is not null
    order by ${key}`
}

function isOf({ column, kind, keyIdColumn }: SealedColumn, keyId: string): RawBuilder<unknown> {
  if (keyIdColumn !== undefined) return sql`(${sql.ref(keyIdColumn)} = ${keyId})`
  return kind === 'text'
    ? sql`(substring(${sql.ref(column)} from 1 for 17) = ${`${keyId}.`})`
    : sql`(substring(${sql.ref(column)} from 1 for 8) = decode(${keyId}, 'hex'))`
}

/** Replaces values that are still as they were read. Returns how many. */
export async function replaceSealed(
  db: Reader,
  column: SealedColumn,
  values: readonly Readonly<{ key: string; sealed: string; again: string }>[],
  keyId: string,
): Promise<number> {
  if (values.length === 0) return 0
  const rows = rowsOf(values, { key: 'text', sealed: 'text', again: 'text' })
  const value = sql.ref(column.column)
  const isText = column.kind === 'text'
  const plain = (name: 'sealed' | 'again') =>
    isText ? sql.ref(`t.${name}`) : sql`decode(${sql.ref(`t.${name}`)}, 'base64')`
  const named =
    column.keyIdColumn === undefined ? sql`` : sql`, ${sql.ref(column.keyIdColumn)} = ${keyId}`
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(column.table)} as stored set ${value} = ${plain('again')}${named}
    from ${rows}
    where stored.${sql.ref(column.key)} = t.key::${sql.raw(column.keyType)}
      and stored.${value} = ${plain('sealed')}`.execute(db)
  return Number(numAffectedRows)
}
