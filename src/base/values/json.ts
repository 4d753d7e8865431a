import { isUtf8 } from 'node:buffer'
import { LosslessNumber, parse } from 'lossless-json'
import { refuse } from '../refusal.ts'
import { integerOf } from './integers.ts'

/** Bounds of a JSON body, a form and a query. */
export const jsonLimits = { depth: 20, keys: 2_000 } as const

/** Names that could reach an object's prototype; no field may have one. */
export const forbiddenNames: ReadonlySet<string> = new Set([
  '__proto__',
  'constructor',
  'prototype',
])

const byte = {
  quote: 0x22,
  minus: 0x2d,
  point: 0x2e,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  bigExponent: 0x45,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  exponent: 0x65,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const

/**
 * Parses a JSON body strictly, so that no two parsers can disagree about it: valid UTF-8 without a
 * byte order mark, no repeated names in an object, no prototype names, no NUL and no lone
 * surrogate, bounded depth and number of names. Integers of up to 15 digits become numbers; every
 * other number becomes a LosslessNumber with its digits as sent. Anything else is refused with
 * `api.malformed_request`.
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (!isUtf8(bytes) || hasByteOrderMark(bytes)) return malformed()
  const form = scan(bytes)
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()
  const value = parseText(text, form)
  // The parsers accept repeated names; the count detects them.
  if (checkedNames(value, form) !== form.names) return malformed()
  return value
}

/** Returns whether text can be stored and logged: no NUL, no lone surrogate. */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const malformed = (): never => refuse('api.malformed_request')

const hasByteOrderMark = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

type Form = Readonly<{
  /** The number of names: colons outside strings. */
  names: number
  /** Whether a text may be unsound: without escapes, none is in valid UTF-8. */
  hasEscapes: boolean
  /** Whether a number may be other than an integer of up to 15 digits. */
  hasOtherNumbers: boolean
}>

/** Reads the form of a body before it is parsed; refuses too much depth and too many names. */
function scan(bytes: Uint8Array): Form {
  let depth = 0
  let names = 0
  let digits = 0
  let inString = false
  let hasEscapes = false
  let hasOtherNumbers = false
  for (let at = 0; at < bytes.length; at += 1) {
    const now = bytes[at] ?? 0
    if (inString) {
      if (now === byte.quote) inString = false
      else if (now === byte.backslash) {
        hasEscapes = true
        at += 1
      }
      continue
    }
    if (now >= byte.zero && now <= byte.nine) digits += 1
    else {
      hasOtherNumbers ||=
        digits > plainDigits ||
        now === byte.point ||
        (digits > 0 && (now === byte.exponent || now === byte.bigExponent)) ||
        (now === byte.minus && bytes[at + 1] === byte.zero)
      digits = 0
    }
    if (now === byte.quote) inString = true
    else if (now === byte.colon) names += 1
    else if (now === byte.openBrace || now === byte.openBracket) {
      depth += 1
      if (depth > jsonLimits.depth) return malformed()
    } else if (now === byte.closeBrace || now === byte.closeBracket) depth -= 1
  }
  if (names > jsonLimits.keys) return malformed()
  return { names, hasEscapes, hasOtherNumbers: hasOtherNumbers || digits > plainDigits }
}

const plainDigits = 15

/** Node's own parser takes a tenth of the time, but changes numbers that are not plain. */
function parseText(text: string, { hasOtherNumbers }: Form): unknown {
  try {
    if (hasOtherNumbers) return parse(text, undefined, parseNumber)
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return malformed()
  }
}

const plainInteger = /^(?:0|-?[1-9][0-9]{0,14})$/

const numberForm = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/

/** Reads a number of JSON as `parseJson` does; null if it is none. */
export const jsonNumber = (text: string): number | LosslessNumber | null =>
  numberForm.test(text) ? parseNumber(text) : null

const parseNumber = (text: string): number | LosslessNumber =>
  plainInteger.test(text) ? integerOf(text) : new LosslessNumber(text)

/** Returns the number of names in a value; refuses unsound names and texts. */
function checkedNames(value: unknown, form: Form): number {
  if (typeof value === 'string') return isStorable(value, form) ? 0 : malformed()
  if (!isRecord(value) || value instanceof LosslessNumber) return 0
  let names = 0
  if (Array.isArray(value)) {
    for (const item of value) names += checkedNames(item, form)
    return names
  }
  for (const name of Object.keys(value)) {
    if (forbiddenNames.has(name) || !isStorable(name, form)) return malformed()
    names += 1 + checkedNames(value[name], form)
  }
  return names
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isStorable = (text: string, { hasEscapes }: Form): boolean =>
  !hasEscapes || isStorableText(text)
