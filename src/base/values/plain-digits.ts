import { integerOf } from './integers.ts'

const withExponent = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?[eE]([+-]?0{0,4}\d{1,2})$/

/**
 * Writes a number without an exponent: `2E+4` becomes `20000`, `1e-7` becomes `0.0000001`. The
 * digits are moved in the text, so that none is lost in a float. Any other text is returned as it
 * is.
 */
export function plainDigits(text: string): string {
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
