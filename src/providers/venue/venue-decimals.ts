import { z } from 'zod'
import { parseRatio, type Ratio } from '../../base/values/ratio.ts'
import { reportedCount, reportedDecimal } from '../reported-decimal.ts'
import { venueDecimals } from './venue-parts.rules.ts'

/** The venue's digits without an exponent: no sign, no NaN. */
export const amount = reportedDecimal.pipe(z.string().regex(/^\d{1,20}(?:\.\d{1,18})?$/))

/**
 * A commission. A rebate counts as none, so that its trade is booked: reconciliation reports what
 * the venue has more. Decimals beyond the venue's own precision are cut.
 */
export const commission = reportedDecimal
  .transform((text) => (text.startsWith('-') ? '0' : text.replace(/(\.\d{18})\d+$/, '$1')))
  .pipe(amount)

export const aboveZero = amount.refine((text) => parseRatio(text) !== null)
export const isZeroDecimal = (text: string): boolean => /^[0.]*$/.test(text)

export const milliseconds = reportedCount(15)

/** An id of the venue: whole digits, possibly more than a number can hold. */
export const venueId = z.string().regex(/^\d{1,19}$/)

/** The venue truncates amounts of money below this. */
const leastPart = 10n ** BigInt(venueDecimals)

/** True if price times quantity is the stated quote, apart from the venue's truncation. */
export function agrees(price: string, quantity: string, quote: string): boolean {
  const factors = [parseRatio(price), parseRatio(quantity)] as const
  if (factors[0] === null || factors[1] === null) return isZeroDecimal(quote)
  const product = {
    numerator: factors[0].numerator * factors[1].numerator,
    denominator: factors[0].denominator * factors[1].denominator,
  }
  return isNear(product, parseRatio(quote) ?? { numerator: 0n, denominator: 1n })
}

function isNear(a: Ratio, b: Ratio): boolean {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator
  const size = difference < 0n ? -difference : difference
  return size * leastPart <= a.denominator * b.denominator
}

/** True if `part` is not more than `all`. */
export function within(part: string, all: string): boolean {
  const [a, b] = [parseRatio(part), parseRatio(all)]
  if (a === null) return true
  return b !== null && a.numerator * b.denominator <= b.numerator * a.denominator
}
