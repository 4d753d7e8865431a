import { isUtf8 } from 'node:buffer'
import { LosslessNumber, parse } from 'lossless-json'
import { limits } from '../base/limits.ts'
import { refuse } from '../base/refusal.ts'

/** Names that could reach an object's prototype; no field may have one. */
export const forbiddenNames: ReadonlySet<string> = new Set([
  '__proto__',
  'constructor',
  'prototype',
])

const byte = {
  quote: 0x22,
  colon: 0x3a,
  backslash: 0x5c,
  openBracket: 0x5b,
  closeBracket: 0x5d,
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
  const names = countNames(bytes)
  const value = parseText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString())
  // The parser accepts a repeated name if its values are equal; the count detects it.
  if (checkedNames(value) !== names) return malformed()
  return value
}

/** Returns whether text can be stored and logged: no NUL, no lone surrogate. */
export const isSoundText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const malformed = (): never => refuse('api.malformed_request')

const hasByteOrderMark = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

/** Counts the names (colons outside strings), and checks the depth before parsing. */
function countNames(bytes: Uint8Array): number {
  let depth = 0
  let names = 0
  let inString = false
  for (let at = 0; at < bytes.length; at += 1) {
    const now = bytes[at]
    if (inString) {
      if (now === byte.backslash) at += 1
      else if (now === byte.quote) inString = false
    } else if (now === byte.quote) inString = true
    else if (now === byte.colon) names += 1
    else if (now === byte.openBrace || now === byte.openBracket) {
      depth += 1
      if (depth > limits.http.jsonDepth) return malformed()
    } else if (now === byte.closeBrace || now === byte.closeBracket) depth -= 1
  }
  return names > limits.http.jsonKeys ? malformed() : names
}

function parseText(text: string): unknown {
  try {
    return parse(text, undefined, parseNumber)
  } catch {
    return malformed()
  }
}

const plainInteger = /^(?:0|-?[1-9][0-9]{0,14})$/

const parseNumber = (text: string): number | LosslessNumber =>
  plainInteger.test(text) ? Number(text) : new LosslessNumber(text)

/** Returns the number of names in a value; refuses unsound names and texts. */
function checkedNames(value: unknown): number {
  if (typeof value === 'string') return isSoundText(value) ? 0 : malformed()
  if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return 0
  let names = 0
  if (Array.isArray(value)) {
    for (const item of value) names += checkedNames(item)
    return names
  }
  for (const [name, item] of Object.entries(value)) {
    if (forbiddenNames.has(name) || !isSoundText(name)) return malformed()
    names += 1 + checkedNames(item)
  }
  return names
}
