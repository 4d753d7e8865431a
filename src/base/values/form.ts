import { isUtf8 } from 'node:buffer'
import { refuse } from '../refusal.ts'
import { forbiddenNames, isStorableText, jsonLimits } from './json.ts'

/** One field of a form, a query or a multipart body: text or a file. */
export type Field<Value> = readonly [name: string, value: Value]

export const fieldNameChars = 100

const malformed = (): never => refuse('api.malformed_request')

/** Parses the fields of a query string or a form-urlencoded body. */
export function parseForm(text: string): Readonly<Record<string, unknown>> {
  if (text === '') return {}
  const pairs = text.split('&', jsonLimits.keys + 1)
  if (pairs.length > jsonLimits.keys) return malformed()
  return nest(pairs.filter((pair) => pair !== '').map(decodePair))
}

export function parseFormBytes(bytes: Buffer): Readonly<Record<string, unknown>> {
  return isUtf8(bytes) ? parseForm(bytes.toString('utf8')) : malformed()
}

function decodePair(pair: string): Field<string> {
  const equals = pair.indexOf('=')
  return equals === -1
    ? [decode(pair), '']
    : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))]
}

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    return isStorableText(decoded) ? decoded : malformed()
  } catch {
    return malformed()
  }
}

/** A value, or named values below it; `[]` takes the next number as its name. */
type Branch<Value> = Map<string, Value | Branch<Value>>

/**
 * Builds the record that bracket names describe: `a[]=1&a[]=2` is a list, `a[x]=1` a record, and a
 * mixture of both a record whose unnamed members are numbered. A repeated name is refused, so that
 * no two readers can see different values, unless `repeated` returns a value for it.
 */
export function nest<Value>(
  fields: readonly Field<Value>[],
  repeated: () => Value = malformed,
): Readonly<Record<string, unknown>> {
  const root: Branch<Value> = new Map()
  for (const [name, value] of fields) place(root, pathOf(name) ?? malformed(), value, repeated)
  return Object.fromEntries([...root].map(([name, value]) => [name, grown(value)]))
}

/** Whether `nest` accepts a name. */
export const isFieldName = (name: string): boolean => pathOf(name) !== null

const bracketName = /^([^[\]]+)((?:\[[^[\]]*\])*)$/

function pathOf(name: string): readonly string[] | null {
  if (name.length > fieldNameChars || !isStorableText(name)) return null
  const parts = bracketName.exec(name)
  if (parts === null) return null
  const [, first = '', brackets = ''] = parts
  const path = brackets === '' ? [first] : [first, ...brackets.slice(1, -1).split('][')]
  if (path.length > jsonLimits.depth) return null
  return path.some((part) => forbiddenNames.has(part)) ? null : path
}

function place<Value>(
  root: Branch<Value>,
  path: readonly string[],
  value: Value,
  repeated: () => Value,
): void {
  let branch = root
  for (const [index, part] of path.entries()) {
    const name = part === '' ? branch.size.toString() : part
    const there = branch.get(name)
    if (index === path.length - 1) {
      branch.set(name, there === undefined ? value : repeated())
    } else if (there === undefined) {
      const below: Branch<Value> = new Map()
      branch.set(name, below)
      branch = below
    } else if (there instanceof Map) branch = there
    else {
      branch.set(name, repeated())
      return
    }
  }
}

function grown<Value>(value: Value | Branch<Value>): unknown {
  if (!(value instanceof Map)) return value
  const numbered = [...value.keys()].every((name, index) => name === index.toString())
  return numbered
    ? [...value.values()].map(grown)
    : Object.fromEntries([...value].map(([name, below]) => [name, grown(below)]))
}
