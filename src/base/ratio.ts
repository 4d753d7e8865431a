/**
 * An exact fraction above zero: a price, or several of them after each other. Nothing is rounded
 * until an amount or a text is made of it.
 */
import { divide, type Rate, type Rounding } from './money.ts'

export type Ratio = Readonly<{ numerator: bigint; denominator: bigint }>

const decimal = /^(0|[1-9][0-9]{0,19})(?:\.([0-9]{1,18}))?$/

/** Plain decimal digits above zero, up to 20 before the point and 18 behind it; else null. */
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

/** Whether it is a whole number of times the other. */
export const isMultiple = (a: Ratio, of: Ratio): boolean =>
  (a.numerator * of.denominator) % (of.numerator * a.denominator) === 0n

/** A rate as its percentage: 7,000 parts in a million are `0.7`. */
export const percentOf = ({ ppm }: Rate): string =>
  formatRatio({ numerator: ppm, denominator: 10_000n }, 4, 'down')

/** The decimal string of the wire, without exponent and without trailing zeros. */
export function formatRatio(ratio: Ratio, decimals: number, rounding: Rounding): string {
  const scaled = divide(ratio.numerator * 10n ** BigInt(decimals), ratio.denominator, rounding)
  const digits = scaled.toString().padStart(decimals + 1, '0')
  const split = digits.length - decimals
  const fraction = digits.slice(split).replace(/0+$/, '')
  return digits.slice(0, split) + (fraction === '' ? '' : `.${fraction}`)
}
