import { z } from 'zod'

/** A column of a table of rows: its title, and its value in a row. */
type Column = Readonly<{ title: string; valueIn: (row: unknown) => unknown }>

/**
 * Returns the columns that a schema of rows states, in its order. Fields of an inner object are
 * columns of their own, such as `operator.email`; a list or any JSON is one column.
 */
export function listColumnsOf(row: z.ZodType): readonly Column[] {
  return pathsOf(row).map((path) => ({
    title: path.join('.'),
    valueIn: (value) => path.reduce(fieldOf, value),
  }))
}

function pathsOf(schema: unknown): readonly (readonly string[])[] {
  const inner = withoutAbsence(schema)
  if (!(inner instanceof z.ZodObject)) return [[]]
  return Object.entries(inner.shape).flatMap(([name, field]) =>
    pathsOf(field).map((path) => [name, ...path]),
  )
}

const withoutAbsence = (schema: unknown): unknown =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? withoutAbsence(schema.unwrap())
    : schema

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** Returns a value of a row as one cell: nothing for null, JSON for lists and objects. */
export function cellOf(value: unknown): string | number {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
