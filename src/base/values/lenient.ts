import { isUtf8 } from 'node:buffer'
import { LosslessNumber } from 'lossless-json'
import { refuse } from '../refusal.ts'
import { type Field, isFieldName, nest } from './form.ts'
import { forbiddenNames, jsonNumber, parseJson } from './json.ts'

/** Bounds of a body that is read leniently. */
const lenientLimits = { depth: 64, names: 20_000 } as const

/**
 * Stands for a value that has no clear meaning: of a repeated name, or none that JSON has. A
 * contract that uses the field rejects it; no other one notices.
 */
export const unclear: unique symbol = Symbol('unclear')

const malformed = (): never => refuse('api.malformed_request')

/** What stands for a character that cannot be stored or was not sent correctly. */
export const replacement = '\u{fffd}'

/**
 * Reads a provider's message, JSON or a form by its first character. Only its structure must be
 * right: a byte order mark is skipped, characters that are invalid in UTF-8, JSON or a form are
 * replaced, and odd values become `unclear`. A field that the service does not use can therefore
 * not make a message unreadable. A message without a structure is refused with
 * `api.malformed_request`.
 */
export function readLeniently(bytes: Uint8Array): unknown {
  const strict = bytes[0] === openBrace ? strictJson(bytes) : undefined
  if (strict !== undefined) return strict
  const text = new TextDecoder().decode(bytes)
  return /^\s*[[{]/.test(text) ? lenientJson(text) : lenientForm(text)
}

/** Returns the value with each number as the text of its digits. */
export function withDigits(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (value instanceof LosslessNumber) return value.value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withDigits)
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withDigits(item)]))
}

const openBrace = 0x7b

/** Most messages are strict JSON, which Node reads much faster. */
function strictJson(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes)
  } catch {
    return undefined
  }
}

/** Whether bytes are text that can be stored: valid UTF-8 without NUL. */
export const isStorableBytes = (bytes: Uint8Array): boolean => isUtf8(bytes) && !bytes.includes(0)

const storable = (text: string): string => text.toWellFormed().replaceAll('\0', replacement)

function lenientForm(text: string): unknown {
  const pairs: Field<string>[] = []
  for (const [name, value] of new URLSearchParams(text)) {
    if (pairs.length >= lenientLimits.names) return malformed()
    if (isFieldName(name)) pairs.push([name, storable(value)])
  }
  return nest<string | typeof unclear>(pairs, () => unclear)
}

const space = /\s*/y
const word = /[^\s,:"[\]{}]*/y
const literal = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y
const constants = new Map<string, unknown>([
  ['null', null],
  ['true', true],
  ['false', false],
])

/** Reads JSON in which texts and values may be odd. */
function lenientJson(text: string): unknown {
  let at = 0
  let names = 0

  function take(pattern: RegExp): string {
    pattern.lastIndex = at
    const [found = ''] = pattern.exec(text) ?? []
    at += found.length
    return found
  }
  /** Skips a sign and the space around it; false if another character is next. */
  function takes(sign: string): boolean {
    take(space)
    if (text[at] !== sign) return false
    at += 1
    take(space)
    return true
  }
  function members(close: '}' | ']', read: () => void): void {
    if (takes(close)) return
    do read()
    while (takes(','))
    if (!takes(close)) malformed()
  }
  function value(depth: number): unknown {
    if (depth > lenientLimits.depth) return malformed()
    if (takes('{')) return record(depth)
    if (takes('[')) return list(depth)
    return text[at] === '"' ? textOf(take(literal)) : wordOf(take(word))
  }
  function record(depth: number): unknown {
    const fields = new Map<string, unknown>()
    members('}', () => {
      const name = textOf(take(literal))
      names += 1
      if (names > lenientLimits.names || !takes(':')) malformed()
      const read = value(depth + 1)
      if (!forbiddenNames.has(name)) fields.set(name, fields.has(name) ? unclear : read)
    })
    return Object.fromEntries(fields)
  }
  function list(depth: number): unknown {
    const items: unknown[] = []
    members(']', () => void items.push(value(depth + 1)))
    return items
  }

  const read = value(0)
  take(space)
  return at === text.length ? read : malformed()
}

/** Reads a word outside of texts: a constant, a number, or nothing that JSON knows. */
function wordOf(found: string): unknown {
  if (found === '') return malformed()
  return constants.has(found) ? constants.get(found) : (jsonNumber(found) ?? unclear)
}

const validEscape = /^\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])$/
const oddCharacter = /\\u[0-9a-fA-F]{4}|\\[\s\S]|\p{Cc}/gu

/** Reads a text with its quotes; replaces unescaped control characters and invalid escapes. */
function textOf(quoted: string): string {
  if (quoted === '') return malformed()
  return storable(quoted.slice(1, -1).replace(oddCharacter, unescaped))
}

function unescaped(found: string): string {
  if (!validEscape.test(found)) return replacement
  const read: unknown = JSON.parse(`"${found}"`)
  return String(read)
}
