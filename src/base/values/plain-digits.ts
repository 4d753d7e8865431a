import { z } from 'zod'
import { integerOf } from './integers.ts'

const plain = /^-?\d{1,40}(?:\.\d{1,40})?$/
const withExponent = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?[eE]([+-]?\d{1,2})$/

/** Plain digits, with an optional minus. */
export const decimal = z.string().regex(plain)

/**
 * The digits of a JSON number. An exponent such as 1e-7 is resolved in the text, so that no digit
 * is lost in a float.
 */
export const numberDigits = z.string().transform(withoutExponent).pipe(decimal)

function withoutExponent(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent] = withExponent.exec(text) ?? []
  if (exponent === undefined) return text
  const moved = integerOf(exponent)
  // Pads with zeros, so that there are digits on both sides of the moved point.
  const left = '0'.repeat(Math.max(-moved, 0)) + whole
  const right = fraction + '0'.repeat(Math.max(moved - fraction.length, 0))
  const point = left.length + moved
  const digits = left + right
  const after = digits.slice(point)
  const before = digits.slice(0, point).replace(/^0+(?=\d)/, '')
  return `${sign}${before}${after === '' ? '' : `.${after}`}`
}
