/**
 * An exact fraction above zero: a price, or the product of several. Rounding happens only when it
 * becomes an amount or a text.
 */
import { divide, type Rate, type Rounding } from './money.ts'

export type Ratio = Readonly<{ numerator: bigint; denominator: bigint }>

const decimal = /^(0|[1-9][0-9]{0,19})(?:\.([0-9]{1,18}))?$/

/**
 * Parses plain decimal digits above zero, at most 20 before the point and 18 after it; else null.
 */
export function parseRatio(text: string): Ratio | null {
  const parts = decimal.exec(text)
  if (parts === null) return null
  const [, whole = '0', fraction = ''] = parts
  const numerator = BigInt(whole + fraction)
  return numerator === 0n ? null : { numerator, denominator: 10n ** BigInt(fraction.length) }
}

export const inverse = ({ numerator, denominator }: Ratio): Ratio => ({
  numerator: denominator,
  denominator: numerator,
})

export const times = (a: Ratio, b: Ratio): Ratio => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
})

export const isMore = (a: Ratio, b: Ratio): boolean =>
  a.numerator * b.denominator > b.numerator * a.denominator

/** True if `a` is a whole multiple of `of`. */
export const isMultiple = (a: Ratio, of: Ratio): boolean =>
  (a.numerator * of.denominator) % (of.numerator * a.denominator) === 0n

/** Returns a rate as a percentage: 7,000 parts per million are `0.7`. */
export const percentOf = ({ ppm }: Rate): string =>
  formatRatio({ numerator: ppm, denominator: 10_000n }, 4, 'down')

/** Returns the decimal string for the API, without exponent and trailing zeros. */
export function formatRatio(ratio: Ratio, decimals: number, rounding: Rounding): string {
  const scaled = divide(ratio.numerator * 10n ** BigInt(decimals), ratio.denominator, rounding)
  const digits = scaled.toString().padStart(decimals + 1, '0')
  const split = digits.length - decimals
  const fraction = digits.slice(split).replace(/0+$/, '')
  return digits.slice(0, split) + (fraction === '' ? '' : `.${fraction}`)
}
